import { useState } from "react";
import type { SyntheticEvent } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router";
import { phoneText } from "@seki/shared/phone";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant, usePageData } from "@/admin/navigation";
import { AppLink, PageTitle } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";

/** Finds the person of a privacy request: a diner, or a restaurant's guest without an account. */
export default function AdminPrivacyPage() {
  const t = useT();
  const { q, people } = usePageData<"admin_privacy">();
  return (
    <>
      <PageTitle title={t("privacy.title")} />
      <Search key={q} q={q} />
      {q.trim() === "" ? (
        <Typography color="text.secondary">{t("privacy.lead")}</Typography>
      ) : (
        <Found people={people} />
      )}
    </>
  );
}

function Search({ q }: { q: string }) {
  const t = useT();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q);
  const search = (event: SyntheticEvent) => {
    event.preventDefault();
    void navigate(paths.privacy(typed));
  };
  return (
    <Box component="form" role="search" onSubmit={search} sx={{ display: "flex", flexWrap: "wrap", gap: 1, mb: 2 }}>
      <TextField
        label={t("privacy.search")}
        type="search"
        size="small"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        sx={{ flex: "1 1 260px", maxWidth: 480 }}
      />
      <Button type="submit" variant="contained">
        {t("privacy.find")}
      </Button>
    </Box>
  );
}

function Found({ people }: { people: readonly Schemas["PrivacyPerson"][] }) {
  const t = useT();
  const instant = useInstant();
  return (
    <RowTable
      isNamed
      below="md"
      label={t("privacy.title")}
      rows={people}
      keyOf={({ kind, uid }) => `${kind} ${uid}`}
      empty={t("privacy.none")}
      columns={[
        { label: t("privacy.name"), cell: name, minWidth: 120 },
        {
          label: t("privacy.who"),
          cell: ({ kind, restaurant_name }) =>
            [t(`privacy.kind.${kind}`), restaurant_name].filter((part) => part !== null).join(" · "),
        },
        {
          label: t("privacy.contact"),
          cell: ({ email, phone }) => [phone && phoneText(phone), email].filter((part) => part !== null).join(" · "),
        },
        {
          label: t("privacy.created"),
          cell: ({ created_at, erased_at }) => (erased_at === null ? instant(created_at) : t("privacy.erased")),
          isWhole: true,
        },
      ]}
    />
  );
}

const name = (person: Schemas["PrivacyPerson"]) => <Name person={person} />;

function Name({ person: { kind, uid, name: text } }: { person: Schemas["PrivacyPerson"] }) {
  const t = useT();
  return <AppLink to={paths.privacySubject(kind, uid)}>{text || t("privacy.no_name")}</AppLink>;
}
