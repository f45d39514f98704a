import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { DataTable } from "react-admin";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { AdminListPage } from "@/admin/lists/AdminListPage";
import type { ListLinks } from "@/admin/lists/own-address";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { paths, usePageData } from "@/admin/navigation";
import { phoneText } from "@seki/shared/phone";
import { emailCell, flagCell, timeCell } from "@/admin/records/cells";
import { AppLink, usePrefecture } from "@/console/ui";

type User = Schemas["UserEntry"];

const NEWEST_FIRST = { field: "id", order: "DESC" } as const;
const LINKS: ListLinks = { initial: {}, plain: { q: (q) => ({ q }) } };
const GRADES = ["green", "gold", "ohc"] as const;
const LOCALES = ["ja", "en"] as const;

/** The diners' accounts. The server records who views them. */
export default function AdminUsersPage() {
  const t = useT();
  const { first } = usePageData<"admin_users">();
  const filters = useFilters();
  return (
    <AdminListPage<User>
      title={t("users.title")}
      lead={t("users.lead")}
      resource="users"
      sort={NEWEST_FIRST}
      first={first}
      filters={filters}
      links={LINKS}
      sortFields={["id", "name", "kana", "email", "created_at"]}
      none={t("users.none")}
      hiddenColumns={HIDDEN}
      styles={STYLES}
    >
      {columns}
    </AdminListPage>
  );
}

function useFilters() {
  const t = useT();
  const { choice, flag, text, days } = useFilterInputs();
  return [
    text("q", true),
    flag("is_locked", true),
    choice(
      "premium_grade",
      GRADES.map((grade) => [grade, t(`value.grade.${grade}`)]),
    ),
    choice(
      "locale",
      LOCALES.map((locale) => [locale, t(`user.locale.${locale}`)]),
    ),
    text("prefecture"),
    text("provider"),
    flag("is_agent"),
    flag("is_gold_invited"),
    flag("is_ohc_invited"),
    ...days("email_confirmed_at"),
    ...days("phone_confirmed_at"),
    ...days("created_at"),
    ...days("deleted_at"),
  ];
}

const HIDDEN = [
  "id",
  "uid",
  "kana",
  "prefecture",
  "locale",
  "premium_grade",
  "provider",
  "email_confirmed_at",
  "phone_confirmed_at",
  "is_agent",
  "is_gold_invited",
  "is_ohc_invited",
  "deleted_at",
];
const STYLES = { "& td.column-phone_e164, & td.column-created_at": { whiteSpace: "nowrap" } } as const;

const Col = DataTable.Col<User>;

const columns = [
  <Col key="id" source="id" />,
  <Col key="name" source="name" render={(user) => <Name user={user} />} />,
  <Col key="kana" source="kana" />,
  <Col key="phone" source="phone_e164" render={(user) => <Phone user={user} />} />,
  <Col key="email" source="email" render={({ email }) => emailCell(email)} />,
  <Col key="prefecture" source="prefecture" render={({ prefecture }) => <Prefecture name={prefecture} />} />,
  <Col key="locale" source="locale" render={({ locale }) => <Language locale={locale} />} />,
  <Col key="grade" source="premium_grade" render={(user) => <Grade user={user} />} />,
  <Col key="provider" source="provider" />,
  <Col key="agent" source="is_agent" render={({ is_agent: flag }) => flagCell(flag)} />,
  <Col key="gold" source="is_gold_invited" render={({ is_gold_invited: flag }) => flagCell(flag)} />,
  <Col key="ohc" source="is_ohc_invited" render={({ is_ohc_invited: flag }) => flagCell(flag)} />,
  <Col key="email_at" source="email_confirmed_at" render={({ email_confirmed_at: at }) => timeCell(at)} />,
  <Col key="phone_at" source="phone_confirmed_at" render={({ phone_confirmed_at: at }) => timeCell(at)} />,
  <Col key="created" source="created_at" sortByOrder="DESC" render={({ created_at: at }) => timeCell(at)} />,
  <Col key="deleted" source="deleted_at" sortByOrder="DESC" render={({ deleted_at: at }) => timeCell(at)} />,
  <Col key="uid" source="uid" />,
];

interface UserProps {
  user: User;
}

function Name({ user: { uid, name, kana, is_locked: isLocked } }: UserProps) {
  const t = useT();
  return (
    <>
      <AppLink to={paths.user(uid)}>{name.trim() || t("users.no_name")}</AppLink>
      {isLocked && <Chip size="small" color="error" label={t("users.locked")} sx={{ ml: 1 }} />}
      <Typography variant="body2" color="text.secondary">
        {kana}
      </Typography>
    </>
  );
}

function Phone({ user: { phone_e164: number, phone_confirmed_at: confirmedAt } }: UserProps) {
  const t = useT();
  const text = phoneText(number);
  return text === "" || confirmedAt !== null ? text : `${text} (${t("users.unconfirmed")})`;
}

function Prefecture({ name }: { name: string }) {
  return usePrefecture()(name);
}

function Language({ locale }: { locale: string }) {
  return useT()(`user.locale.${locale as "ja"}`, { _: locale });
}

function Grade({ user: { premium_grade: grade } }: UserProps) {
  const t = useT();
  return grade === null ? null : t(`value.grade.${grade}`);
}
