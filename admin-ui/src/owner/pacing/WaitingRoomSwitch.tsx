import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { send, useMayWrite } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { useNoticedWrite, useUndo } from "@/console/ui";

/** The switch of the waiting room in front of the restaurant's openings (G300). It is saved immediately and can be undone. */
export function WaitingRoomSwitch() {
  const t = useT();
  const { data, session, reload } = usePage<"owner_pacing">();
  const { offer } = useUndo();
  const { busy, write } = useNoticedWrite();
  const mayTurn = useMayWrite("office");
  const { slug } = session.restaurant;
  const isOn = data.has_waiting_room;
  const set = (has_waiting_room: boolean) =>
    write(async () => {
      await send("PATCH", "/owners/api/waiting_rooms/{slug}", {
        path: { slug },
        body: { waiting_room: { has_waiting_room } },
      });
      await reload();
    });
  const turn = async () => {
    if (!(await set(!isOn))) return;
    offer({ message: t(isOn ? "waiting_room_setting.off" : "waiting_room_setting.on"), undo: () => set(isOn) });
  };
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby="waiting-room"
      sx={{ p: { xs: 2, sm: 3 }, display: "grid", gap: 2, justifyItems: "start" }}
    >
      <Typography variant="h2" id="waiting-room">
        {t("waiting_room_setting.title")}
      </Typography>
      <Typography>{t("waiting_room_setting.lead")}</Typography>
      <Typography color="text.secondary">{t("waiting_room_setting.off_meanwhile")}</Typography>
      <FormControlLabel
        control={<Switch checked={isOn} disabled={busy || !mayTurn} onChange={() => void turn()} />}
        label={t("waiting_room_setting.switch")}
      />
    </Paper>
  );
}
