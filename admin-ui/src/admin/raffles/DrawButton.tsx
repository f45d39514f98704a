import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { send, showFlash } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useAsk, useWrite } from "@/console/ui";

interface Props {
  slug: string;
  uid: string;
  /** Number of winners. */
  count: number;
  /** Called after a draw or a rejection: another admin may have drawn meanwhile. */
  onEnd: () => Promise<unknown>;
}

/** Draws a closed raffle immediately, as the worker would (gaps G120). A rejection stays next to the button. */
export function DrawButton({ slug, uid, count, onEnd }: Props) {
  const t = useT();
  const ask = useAsk();
  const { busy, problem, write } = useWrite({
    handles: async () => {
      await onEnd();
      return false;
    },
  });
  const draw = async () => {
    const title = t("raffles.draw_ask", { count });
    if (!(await ask({ title, text: t("raffles.draw_text"), agree: t("raffles.draw_agree") }))) return;
    await write(async () => {
      const { winners } = await send("POST", "/admin/r/{slug}/raffle_rounds/{uid}/draw", { path: { slug, uid } });
      showFlash({ kind: "notice", message: t("raffles.drew", { count: winners }), sticky: false });
      await onEnd();
    });
  };
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, alignItems: "center" }}>
      <Button variant="contained" loading={busy} onClick={() => void draw()}>
        {t("raffles.draw", { count })}
      </Button>
      {problem !== null && (
        <Alert severity="error" role="alert" sx={{ flex: "1 1 240px" }}>
          {problem}
        </Alert>
      )}
    </Box>
  );
}
