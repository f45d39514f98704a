import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { Schemas } from "@/owner/api";
import { joiner } from "@/console/i18n/page-language";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { AppLink } from "@/console/ui";
import { momentOf, shortDay } from "./model";

type Party = Schemas["HomeParty"];

/** Lists the parties that arrive next. */
export function Arrivals({ parties }: { parties: Party[] }) {
  const t = useT();
  return (
    <Pane id="arrivals" title={t("home.arrivals")} empty={t("home.arrivals_empty")}>
      {parties.map((party) => (
        <PartyLine key={party.uid} party={party} note={party.course_name} />
      ))}
    </Pane>
  );
}

/** Lists unanswered invitations, by their end. */
export function Unanswered({ parties, count }: { parties: Party[]; count: number }) {
  const t = useT();
  const { locale } = usePage<"owner_home">();
  const until = ({ held_until }: Party) =>
    held_until === null ? "" : t("home.answer_until", { at: momentOf(held_until, locale) });
  return (
    <Pane
      id="unanswered"
      title={t("home.unanswered")}
      empty={t("home.unanswered_empty")}
      more={
        count > parties.length && (
          <AppLink to={paths.unansweredInvitations}>{t("home.unanswered_all", { count })}</AppLink>
        )
      }
    >
      {parties.map((party) => (
        <PartyLine key={party.uid} party={party} note={until(party)} />
      ))}
    </Pane>
  );
}

/** Lists the days on which parties wait for seats, with the first party for which seats are free. */
export function WaitingDays({ days }: { days: Schemas["WaitingListMatches"][] }) {
  const t = useT();
  const { locale } = usePage<"owner_home">();
  return (
    <Pane id="waiting-list" title={t("home.waiting")} empty={t("home.waiting_empty")}>
      {days.map(({ date, parties_count, fitting_count, first }) => (
        <Line key={date}>
          <Box sx={{ minWidth: 0 }}>
            <AppLink to={paths.day(date)}>{shortDay(date, locale)}</AppLink>
            {first !== null && (
              <Typography variant="body2" sx={{ fontWeight: 600, color: "success.main" }}>
                {t("home.waiting_first", {
                  count: fitting_count,
                  name: first.customer_name || t("reservation_dialog.nameless"),
                  guests: t("console.guests", { count: first.guests_count }),
                  time: first.start_time,
                  seats: first.labels.join(joiner()),
                })}
              </Typography>
            )}
          </Box>
          <Typography variant="body2" sx={{ fontVariantNumeric: "tabular-nums" }}>
            {t("home.parties_count", { smart_count: parties_count, count: parties_count })}
          </Typography>
        </Line>
      ))}
    </Pane>
  );
}

/** Shows the numbers of notifications that this member of staff has not seen. */
export function Unseen({ counts }: { counts: Schemas["UnseenCounts"] }) {
  const t = useT();
  const kinds = [
    ["new_reservation", t("home.unseen_new"), counts.new_reservation],
    ["edit_or_cancel", t("home.unseen_changes"), counts.edit_or_cancel],
  ] as const;
  return (
    <Pane id="unseen" title={t("home.unseen")} empty="">
      {kinds.map(([mode, label, count]) => (
        <Line key={mode}>
          <AppLink to={paths.notifications(mode)}>{label}</AppLink>
          <Typography component="span" sx={{ fontWeight: count > 0 ? 600 : 400 }}>
            {t("home.unseen_count", { count })}
          </Typography>
        </Line>
      ))}
    </Pane>
  );
}

function Pane(props: { id: string; title: string; empty: string; more?: ReactNode; children: ReactNode[] }) {
  const { id, title, empty, more, children } = props;
  return (
    <section aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children.length === 0 ? (
        <Typography color="text.secondary">{empty}</Typography>
      ) : (
        <Paper
          variant="outlined"
          component="ul"
          sx={{ listStyle: "none", m: 0, p: 0, "& > li + li": { borderTop: 1, borderColor: "divider" } }}
        >
          {children}
        </Paper>
      )}
      {more && <Box sx={{ mt: 1 }}>{more}</Box>}
    </section>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{ display: "flex", flexWrap: "wrap", justifyContent: "space-between", columnGap: 2, px: 2, py: 1 }}
    >
      {children}
    </Box>
  );
}

function PartyLine({ party, note }: { party: Party; note: string }) {
  const t = useT();
  const { locale } = usePage<"owner_home">();
  const { uid, name, starts_at, guests_count } = party;
  return (
    <Line>
      <Box sx={{ minWidth: 0 }}>
        <AppLink to={paths.reservation(uid)}>{name}</AppLink>
        {note !== "" && (
          <Typography variant="body2" color="text.secondary">
            {note}
          </Typography>
        )}
      </Box>
      <Typography variant="body2" sx={{ fontVariantNumeric: "tabular-nums" }}>
        {momentOf(starts_at, locale)} · {t("home.guests_count", { smart_count: guests_count, count: guests_count })}
      </Typography>
    </Line>
  );
}
