import { useState } from "react";
import type { SyntheticEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import TextField from "@mui/material/TextField";
import { browser, send } from "@/owner/api";
import { refusalOf } from "@/console/app/data-provider";
import { DoorPage } from "@/console/security";
import { useT } from "@/owner/i18n/use-t";

/** The sign-in page of owners. */
export default function OwnerSignInPage() {
  const t = useT();
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
    <DoorPage title={t("sign_in.title")} lead={t("sign_in.lead")} diners={t("sign_in.diners")}>
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
      <Link href="/owners/password/new" sx={{ display: "block", mt: 2 }}>
        {t("security.forgotten")}
      </Link>
    </DoorPage>
  );
}
