import { useState } from "react";
import type { SyntheticEvent } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant, useNarrowing, usePageData } from "@/admin/navigation";
import { AppLink, firstLines, PageTitle } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";

type Filter = Schemas["AnnouncementsFilter"];
type Announcement = Schemas["AdminAnnouncement"];

const STATUSES = ["draft", "scheduled", "sending", "sent", "stopping", "stopped"] as const;
const SUBJECTS = ["notice", "vacancy", "event", "opening_hours"] as const;

function addressOf(filter: Filter, before?: string): string {
  const asked = Object.entries({ ...filter, before: before ?? "" }).filter(([, value]) => value !== "");
  const query = new URLSearchParams(asked).toString();
  return query === "" ? paths.announcements : `${paths.announcements}?${query}`;
}

/** The announcements of all restaurants, newest first. Each links to the page that releases it. */
export default function AdminAnnouncementsPage() {
  const t = useT();
  const { filter, announcements, next } = usePageData<"admin_announcements">();
  return (
    <>
      <PageTitle title={t("announcements.title")} />
      <Narrow key={JSON.stringify(filter)} filter={filter} />
      <Listed announcements={announcements} />
      {next !== null && (
        <Button component={Link} to={addressOf(filter, next)} variant="outlined" sx={{ mt: 2 }}>
          {t("announcements.older")}
        </Button>
      )}
    </>
  );
}

function Narrow({ filter }: { filter: Filter }) {
  const t = useT();
  const { refused, narrow } = useNarrowing();
  const [asked, setAsked] = useState(filter);
  const show = (event: SyntheticEvent) => {
    event.preventDefault();
    void narrow(addressOf(asked));
  };
  const field = (name: keyof Filter) => ({
    size: "small" as const,
    value: asked[name],
    error: refused[name] !== undefined,
    helperText: refused[name],
    onChange: (event: { target: { value: string } }) => setAsked({ ...asked, [name]: event.target.value }),
    sx: { minWidth: 160 },
  });
  const choice = { select: true, slotProps: { select: { native: true }, inputLabel: { shrink: true } } };
  return (
    <Box
      component="form"
      onSubmit={show}
      sx={{ display: "flex", flexWrap: "wrap", alignItems: "flex-start", gap: 1, mb: 2 }}
    >
      <TextField label={t("release.status_label")} {...choice} {...field("status")}>
        <option value="">{t("announcements.every_status")}</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {t(`release.status.${status}`)}
          </option>
        ))}
      </TextField>
      <TextField label={t("announcements.subject")} {...choice} {...field("subject_type")}>
        <option value="">{t("announcements.every_subject")}</option>
        {SUBJECTS.map((subject) => (
          <option key={subject} value={subject}>
            {t(`release.subjects.${subject}`)}
          </option>
        ))}
      </TextField>
      <TextField label={t("announcements.restaurant")} placeholder="sushi-kagura" {...field("restaurant")} />
      <Button type="submit" variant="contained">
        {t("announcements.show")}
      </Button>
    </Box>
  );
}

function Listed({ announcements }: { announcements: readonly Announcement[] }) {
  const t = useT();
  const instant = useInstant();
  return (
    <RowTable
      isNamed
      below="md"
      label={t("announcements.title")}
      rows={announcements}
      keyOf={({ id }) => id}
      empty={t("announcements.none")}
      columns={[
        {
          label: t("announcements.restaurant"),
          cell: restaurant,
          minWidth: 140,
        },
        { label: t("announcements.text"), cell: text, minWidth: 220 },
        { label: t("release.status_label"), cell: status, isWhole: true },
        { label: t("announcements.when"), cell: (one) => whenOf(one, t, instant), minWidth: 110 },
        {
          label: t("release.recipients"),
          cell: (one) => t("release.people", { count: one.announced_count }),
          align: "right",
          isWhole: true,
        },
        { label: t("announcements.created_at"), cell: (one) => instant(one.created_at), minWidth: 110 },
      ]}
    />
  );
}

const restaurant = (one: Announcement) => (
  <AppLink to={paths.restaurant(one.restaurant_slug)}>{one.restaurant_name}</AppLink>
);
const text = (one: Announcement) => <Text one={one} />;
const status = (one: Announcement) => <Status one={one} />;

function Text({ one }: { one: Announcement }) {
  const t = useT();
  const subject = t(`release.subjects.${one.subject_type as "notice"}`);
  return (
    <>
      <AppLink
        to={paths.release(one.id)}
        aria-label={t("announcements.open", { subject, id: one.id, restaurant: one.restaurant_name })}
      >
        {subject}
      </AppLink>
      <Typography variant="body2" color="text.secondary" sx={firstLines(2)}>
        {one.excerpt}
      </Typography>
    </>
  );
}

function Status({ one }: { one: Announcement }) {
  const t = useT();
  return (
    <>
      {t(`release.status.${one.status as "draft"}`)}
      {one.needs_admin && (
        <Box sx={{ mt: 0.5 }}>
          <Chip size="small" label={t("announcements.needs_admin")} />
        </Box>
      )}
    </>
  );
}

function whenOf(
  { sent_at, scheduled_at }: Announcement,
  t: ReturnType<typeof useT>,
  instant: (at: string) => string,
): string {
  if (sent_at !== null) return instant(sent_at);
  return scheduled_at === null ? "" : t("announcements.scheduled_for", { at: instant(scheduled_at) });
}
