import { useState } from "react";
import type { SyntheticEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { AppLink, PageTitle } from "@/console/ui";

/** Finds diners' accounts. Nobody is listed without a search. */
export default function AdminUsersPage() {
  const t = useT();
  const { q, users, has_more } = usePageData<"admin_users">();
  return (
    <>
      <PageTitle title={t("users.title")} />
      <Search key={q} q={q} />
      {q.trim() === "" && <Typography color="text.secondary">{t("users.lead")}</Typography>}
      {q.trim() !== "" && users.length === 0 && <Typography role="status">{t("users.none")}</Typography>}
      {has_more && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t("users.more")}
        </Alert>
      )}
      {users.length > 0 && <Found users={users} />}
    </>
  );
}

function Search({ q }: { q: string }) {
  const t = useT();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q);
  const search = (event: SyntheticEvent) => {
    event.preventDefault();
    void navigate(`${paths.users}?q=${encodeURIComponent(typed)}`);
  };
  return (
    <Box component="form" role="search" onSubmit={search} sx={{ display: "flex", flexWrap: "wrap", gap: 1, mb: 2 }}>
      <TextField
        label={t("users.search")}
        type="search"
        size="small"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        sx={{ flex: "1 1 260px", maxWidth: 480 }}
      />
      <Button type="submit" variant="contained">
        {t("users.find")}
      </Button>
    </Box>
  );
}

function Found({ users }: { users: readonly Schemas["FoundUser"][] }) {
  const t = useT();
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table size="small" sx={{ whiteSpace: "nowrap" }} aria-label={t("users.title")}>
        <TableHead>
          <TableRow>
            <TableCell>{t("users.name")}</TableCell>
            <TableCell>{t("users.phone")}</TableCell>
            <TableCell>{t("users.email")}</TableCell>
            <TableCell>{t("users.created")}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {users.map((user) => (
            <TableRow key={user.uid}>
              <TableCell>
                <AppLink to={paths.user(user.uid)}>{user.name.trim() || t("users.no_name")}</AppLink>
                {user.is_locked && <Chip size="small" color="error" label={t("users.locked")} sx={{ ml: 1 }} />}
                <Typography variant="body2" color="text.secondary">
                  {user.kana}
                </Typography>
              </TableCell>
              <TableCell>
                {user.phone}
                {!user.is_phone_confirmed && ` (${t("users.unconfirmed")})`}
              </TableCell>
              <TableCell>{user.email}</TableCell>
              <TableCell>{user.created_at.slice(0, 10)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
