import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { Form, useLocation } from "react-router";
import { send } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { usePageData, useSlug } from "@/admin/navigation";
import { PageTitle, useAsk } from "@/console/ui";
import { useSubmit } from "./use-submit";

/** Free stock of a stretch of days leaves the web: first it is shown, then deleted. */
export default function AdminOnlineStockDestroyerPage() {
  const t = useT();
  const { search } = useLocation();
  const { preview, inventory_groups, today } = usePageData<"admin_online_stock_destroyer">();
  const shrink = { inputLabel: { shrink: true }, htmlInput: { min: today } };
  return (
    <>
      <PageTitle title={t("sections.destroyer.title")} />
      <Box sx={{ display: "grid", gap: 2, maxWidth: 760 }}>
        <Typography>{t("sections.destroyer.lead")}</Typography>
        <Box
          key={search}
          component={Form}
          method="get"
          sx={{
            display: "grid",
            gap: 2,
            gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 1fr))" },
          }}
        >
          <TextField
            required
            type="date"
            name="date_from"
            label={t("sections.date_from")}
            defaultValue={preview?.date_from ?? today}
            slotProps={shrink}
          />
          <TextField
            required
            type="date"
            name="date_till"
            label={t("sections.date_till")}
            defaultValue={preview?.date_till ?? today}
            slotProps={shrink}
          />
          <TextField
            select
            required
            name="inventory_group_id"
            label={t("sections.inventory_group")}
            defaultValue={preview?.inventory_group_id ?? inventory_groups[0]?.id}
            slotProps={{ select: { native: true } }}
          >
            {inventory_groups.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </TextField>
          <Box>
            <Button type="submit" variant="outlined">
              {t("sections.destroyer.preview")}
            </Button>
          </Box>
        </Box>
        {preview && <Preview key={search} preview={preview} />}
      </Box>
    </>
  );
}

function Preview({ preview }: { preview: Schemas["DestroyerPreview"] }) {
  const t = useT();
  const ask = useAsk();
  const slug = useSlug();
  const { busy, refusal, submit } = useSubmit();
  const { slots, unreserved: count, freed, reserved, date_from, date_till, inventory_group_id } = preview;
  const destroy = async () => {
    const question = { title: t("sections.destroyer.ask", { count }), text: t("sections.destroyer.ask_text") };
    if (!(await ask({ ...question, agree: t("sections.destroyer.destroy", { count }), danger: true }))) return;
    const body = { date_from, date_till, inventory_group_id };
    await submit(() => send("POST", "/admin/r/{slug}/online_stock_destroyer", { path: { slug }, body }));
  };
  return (
    <Paper variant="outlined" role="status" sx={{ p: 2, display: "grid", gap: 1, justifyItems: "start" }}>
      {refusal !== null && <Alert severity="error">{refusal.message}</Alert>}
      <Typography sx={{ fontWeight: 600 }}>
        {count === 0
          ? t("sections.destroyer.nothing")
          : t("sections.destroyer.found", { slots: t("sections.destroyer.slots", { count: slots }), count })}
      </Typography>
      {freed > 0 && <Typography>{t("sections.destroyer.freed", { count: freed })}</Typography>}
      {reserved > 0 && <Typography>{t("sections.destroyer.reserved", { count: reserved })}</Typography>}
      {count > 0 && (
        <Button variant="contained" color="secondary" loading={busy} onClick={() => void destroy()}>
          {t("sections.destroyer.destroy", { count })}
        </Button>
      )}
    </Paper>
  );
}
