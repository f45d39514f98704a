import { useState } from "react";
import type { SyntheticEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant, usePageData } from "@/admin/navigation";
import { AppLink, PageTitle } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";

/** Finds diners' accounts. Without a search it lists none. */
export default function AdminUsersPage() {
  const t = useT();
  const { q, users, has_more } = usePageData<"admin_users">();
  return (
    <>
      <PageTitle title={t("users.title")} />
      <Search key={q} q={q} />
      {q.trim() === "" && <Typography color="text.secondary">{t("users.lead")}</Typography>}
      {has_more && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t("users.more")}
        </Alert>
      )}
      {q.trim() !== "" && <Found users={users} />}
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
  const instant = useInstant();
  return (
    <RowTable
      isNamed
      below="md"
      label={t("users.title")}
      rows={users}
      keyOf={({ uid }) => uid}
      empty={t("users.none")}
      columns={[
        { label: t("users.name"), cell: name, minWidth: 120 },
        {
          label: t("users.phone"),
          cell: ({ phone, is_phone_confirmed: isConfirmed }) =>
            phone === "" || isConfirmed ? phone : `${phone} (${t("users.unconfirmed")})`,
          isWhole: true,
        },
        { label: t("users.email"), cell: ({ email }) => email },
        { label: t("users.created"), cell: ({ created_at }) => instant(created_at), isWhole: true },
      ]}
    />
  );
}

const name = (user: Schemas["FoundUser"]) => <Name user={user} />;

function Name({ user }: { user: Schemas["FoundUser"] }) {
  const t = useT();
  return (
    <>
      <AppLink to={paths.user(user.uid)}>{user.name.trim() || t("users.no_name")}</AppLink>
      {user.is_locked && <Chip size="small" color="error" label={t("users.locked")} sx={{ ml: 1 }} />}
      <Typography variant="body2" color="text.secondary">
        {user.kana}
      </Typography>
    </>
  );
}
