import { useState } from "react";
import type { SyntheticEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { Facts, PageTitle, useLeaveGuard, useWrite } from "@/console/ui";
import { browser, leaving, send, useShell } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { usePageData } from "@/admin/navigation";

/** Requires a reason and a confirmation before an impersonation. */
export default function AdminLoginAsPage() {
  const t = useT();
  const { owner_id, nickname, email, minutes } = usePageData<"admin_login_as">();
  const restaurant = useShell().admin?.restaurant;
  const [reason, setReason] = useState("");
  const saved = useLeaveGuard(reason.trim() !== "");
  const { busy, problem, write } = useWrite();

  const begin = (event: SyntheticEvent) => {
    event.preventDefault();
    void write(async () => {
      const { redirect_to } = await send("POST", "/admin/owners/{id}/login_as", {
        path: { id: owner_id },
        query: { owners_restaurant_slug: restaurant?.slug ?? "" },
        body: { reason },
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
          <TextField
            label={t("login_as.reason")}
            name="reason"
            multiline
            minRows={2}
            required
            slotProps={{ htmlInput: { maxLength: 500 } }}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" variant="contained" color="secondary" loading={busy} sx={{ justifySelf: "start" }}>
            {t("login_as.begin")}
          </Button>
        </Box>
      </Paper>
    </Box>
  );
}
