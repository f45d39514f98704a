import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import TextField from "@mui/material/TextField";
import Box from "@mui/material/Box";
import Alert from "@mui/material/Alert";
import { Link, useNavigate } from "react-router";
import { showFlash } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { useLeaveGuard, useWrite } from "@/console/ui";
import { useTheirs } from "@/console/ui/forms";

interface Props {
  slug: string;
  restaurantName: string;
  email: string;
  /** Saves the address, which replaces `shown`; its response names the next page. */
  save: (email: string, shown: string) => Promise<{ redirect_to: string; message?: string }>;
}

/** An address that receives a restaurant's new bookings. */
export function EmailSubscriptionForm({ slug, restaurantName, email, save }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(email);
  const theirs = useTheirs();
  const shown = typeof theirs.values.email === "string" ? theirs.values.email : email;
  const saved = useLeaveGuard(typed !== email);
  const { busy, problem, fields, write } = useWrite({
    handles: (error) => {
      theirs.read(error);
      return false;
    },
  });
  const submit = () =>
    write(async () => {
      const { redirect_to, message } = await save(typed, shown);
      if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
      saved();
      await navigate(redirect_to);
    });
  const refused = fields.email;
  return (
    <Paper variant="outlined" sx={{ p: 3, maxWidth: 560 }}>
      <Typography sx={{ mb: 2 }}>{t("email_subscription.lead", { name: restaurantName })}</Typography>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        sx={{ display: "grid", gap: 2 }}
      >
        {shown !== email && (
          <Alert severity="warning" role="alert">
            {t("email_subscription.changed", { email: shown })}
          </Alert>
        )}
        {problem !== null && refused === undefined && (
          <Alert severity="error" role="alert">
            {problem}
          </Alert>
        )}
        <TextField
          name="email"
          type="email"
          label={t("email_subscription.email")}
          autoComplete="off"
          required
          value={typed}
          error={refused !== undefined}
          helperText={refused}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
          <Button type="submit" variant="contained" loading={busy}>
            {t("console.save")}
          </Button>
          <Button component={Link} to={paths.restaurant(slug)} disabled={busy}>
            {t("console.cancel")}
          </Button>
        </Box>
      </Box>
    </Paper>
  );
}
