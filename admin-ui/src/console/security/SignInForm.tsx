import { useState } from "react";
import type { SyntheticEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Link from "@mui/material/Link";
import TextField from "@mui/material/TextField";
import { useLogin } from "ra-core";
import { useWrite } from "@/console/ui";
import { useT } from "@/console/i18n/use-t";
import type { Root } from "./calls";

interface Props {
  root: Root;
  /** Prefix of the server's field names. */
  person: "owner" | "admin_user";
}

/** Email address and password, which go to the `authProvider`, and a link to the password reset. */
export function SignInForm({ root, person }: Props) {
  const t = useT();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isShown, setShown] = useState(false);
  const { busy, problem, write } = useWrite();
  const login = useLogin();

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void write(() => login({ email, password }));
  };

  return (
    <>
      {problem !== null && (
        <Alert severity="error" role="alert" sx={{ mb: 2 }}>
          {problem}
        </Alert>
      )}
      <Box component="form" onSubmit={submit} sx={{ display: "grid", gap: 2.5 }}>
        <TextField
          label={t("security.email")}
          type="email"
          name={`${person}[email]`}
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label={t("security.sign_in_password")}
          type={isShown ? "text" : "password"}
          name={`${person}[password]`}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <FormControlLabel
          label={t("security.reveal")}
          control={<Checkbox size="small" checked={isShown} onChange={(event) => setShown(event.target.checked)} />}
          sx={{ mt: -1.5 }}
        />
        <Button type="submit" variant="contained" size="large" loading={busy}>
          {t("security.sign_in")}
        </Button>
      </Box>
      <Link href={`${root}/password/new`} sx={{ display: "block", mt: 2 }}>
        {t("security.forgotten")}
      </Link>
    </>
  );
}
