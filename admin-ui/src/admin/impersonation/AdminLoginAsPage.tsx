import { useState } from "react";
import type { SyntheticEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import {
  EMPTY_JUSTIFICATION,
  JustificationFields,
  isCompleteJustification,
  justificationBody,
} from "@/console/security";
import { Facts, PageTitle, useLeaveGuard, useWrite } from "@/console/ui";
import { browser, leaving, send, useShell } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { usePageData } from "@/admin/navigation";

/** Requires a reason and a proof of identity before an impersonation. */
export default function AdminLoginAsPage() {
  const t = useT();
  const { owner_id, nickname, email, minutes } = usePageData<"admin_login_as">();
  const restaurant = useShell().admin?.restaurant;
  const [form, setForm] = useState(EMPTY_JUSTIFICATION);
  const saved = useLeaveGuard(form.reason.trim() !== "");
  const { busy, problem, fields, write } = useWrite();

  const begin = (event: SyntheticEvent) => {
    event.preventDefault();
    void write(async () => {
      const { redirect_to } = await send("POST", "/admin/owners/{id}/login_as", {
        path: { id: owner_id },
        query: { owners_restaurant_slug: restaurant?.slug ?? "" },
        body: justificationBody(form),
      });
      saved();
      browser.assign(redirect_to);
      await leaving();
    });
  };

  return (
    <Box sx={{ maxWidth: 640 }}>
      <PageTitle title={t("login_as.title")} />
      <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, display: "grid", gap: 2 }}>
        <Facts
          facts={[
            [t("login_as.owner"), nickname],
            [t("login_as.email"), email],
            [t("login_as.restaurant"), restaurant?.restaurant_name ?? ""],
          ]}
        />
        <Typography>{t("login_as.lead", { minutes })}</Typography>
        {problem !== null && (
          <Alert severity="error" role="alert">
            {problem}
          </Alert>
        )}
        <Box component="form" onSubmit={begin} sx={{ display: "grid", gap: 2 }}>
          <JustificationFields form={form} fields={fields} onChange={setForm} />
          <Button
            type="submit"
            variant="contained"
            color="secondary"
            loading={busy}
            disabled={!isCompleteJustification(form)}
            sx={{ justifySelf: "start" }}
          >
            {t("login_as.begin")}
          </Button>
        </Box>
      </Paper>
    </Box>
  );
}
