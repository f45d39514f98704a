import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { correctionOf } from "@/admin/adjustments/form";
import type { Target } from "@/admin/adjustments/form";
import { send } from "@/admin/api";
import type { PageData } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { JustificationDialog } from "@/console/security";
import { AppLink, useNoticedWrite } from "@/console/ui";
import { useFinish } from "./use-finish";

interface Props {
  data: PageData["admin_reservation"];
  /** Begins a correction; null without the permission. */
  onCorrect: ((target: Target) => void) | null;
}

/** The actions on a reservation, and the link to its restaurant for other changes. */
export function ReservationActions({ data, onCorrect }: Props) {
  const t = useT();
  const { uid, reservation_code: label, restaurant_slug: slug } = data.reservation;
  const finish = useFinish();
  const { busy, write } = useNoticedWrite();
  const confirmAgain = () =>
    write(async () =>
      finish((await send("POST", "/admin/reservations/{uid}/confirmation", { path: { uid } })).message),
    );
  return (
    <Paper component="section" variant="outlined" sx={{ p: 3, display: "grid", gap: 1.5 }}>
      <Typography variant="h2">{t("booking.actions")}</Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        {data.can_confirm_again && (
          <Button variant="outlined" disabled={busy} onClick={() => void confirmAgain()}>
            {t("booking.confirm_again")}
          </Button>
        )}
        {onCorrect && data.is_correctable && (
          <Button variant="outlined" onClick={() => onCorrect(correctionOf({ uid, label }))}>
            {t("adjustment.correct_button")}
          </Button>
        )}
      </Box>
      {data.can_cancel && <Cancellation uid={uid} />}
      <Typography variant="body2" color="text.secondary">
        {t("booking.elsewhere")} <AppLink to={paths.restaurant(slug)}>{data.reservation.restaurant_name}</AppLink>
      </Typography>
    </Paper>
  );
}

function Cancellation({ uid }: { uid: string }) {
  const t = useT();
  const finish = useFinish();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="contained" color="secondary" sx={{ justifySelf: "start" }} onClick={() => setIsAsking(true)}>
        {t("booking.cancel")}
      </Button>
      {isAsking && (
        <JustificationDialog
          title={t("booking.ask_cancel")}
          text={t("booking.ask_cancel_text")}
          agree={t("booking.cancel")}
          onClose={() => setIsAsking(false)}
          onConfirm={async (body) => {
            const { message } = await send("POST", "/admin/reservations/{uid}/cancel", { path: { uid }, body });
            setIsAsking(false);
            await finish(message);
          }}
        />
      )}
    </>
  );
}
