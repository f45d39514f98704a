import { useState } from "react";
import type { SyntheticEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { browser, send } from "@/owner/api";
import { LanguageSwitcher, Seal } from "@/console/frame";
import { refusalOf } from "@/console/app/data-provider";
import { useT } from "@/owner/i18n/use-t";
import { useTitle } from "@/owner/navigation";

/** The sign-in page of owners. */
export default function OwnerSignInPage() {
  const t = useT();
  useTitle(t("sign_in.title"));
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefused(null);
    try {
      const { redirect_to } = await send("POST", "/owners/sign_in", { body: { owner: { email, password } } });
      browser.assign(redirect_to);
    } catch (error) {
      setRefused(refusalOf(error, t("console.network_error")).message);
      setBusy(false);
    }
  };

  return (
    <Box sx={{ maxWidth: 440, mx: "auto", pt: { xs: 3, sm: 8 }, display: "grid", gap: 3 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
        <Seal />
        <Typography variant="h1">{t("sign_in.title")}</Typography>
      </Box>
      <Paper variant="outlined" sx={{ p: { xs: 2.5, sm: 4 } }}>
        <Typography sx={{ mb: 3 }}>{t("sign_in.lead")}</Typography>
        {refused !== null && (
          <Alert severity="error" role="alert" sx={{ mb: 2 }}>
            {refused}
          </Alert>
        )}
        <Box component="form" onSubmit={(event) => void submit(event)} sx={{ display: "grid", gap: 2.5 }}>
          <TextField
            label={t("sign_in.email")}
            type="email"
            name="owner[email]"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <TextField
            label={t("sign_in.password")}
            type="password"
            name="owner[password]"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button type="submit" variant="contained" size="large" loading={busy}>
            {t("sign_in.submit")}
          </Button>
        </Box>
      </Paper>
      <Box sx={{ display: "flex", justifyContent: "space-between", alignItems: "center" }}>
        <Link href="/">{t("sign_in.diners")}</Link>
        <LanguageSwitcher />
      </Box>
    </Box>
  );
}
