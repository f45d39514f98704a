import Box from "@mui/material/Box";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { AppLink } from "@/console/ui";
import type { ListedJob } from "./job-list";
import { aboutOf } from "./spans";

/** The subject of a job: the kind of its mail, payment or provider event, links to its account, booking, raffle and restaurant, and its ids. */
export function JobAbout({ job }: { job: ListedJob }) {
  const t = useT();
  const { subject_kind: kind, user_uid, reservation_uid, restaurant_slug, restaurant_name, raffle_round_uid } = job;
  const links: [string, string][] = [];
  if (user_uid !== null) links.push([t("system.link.user"), paths.user(user_uid)]);
  if (reservation_uid !== null) links.push([t("system.link.reservation"), paths.reservation(reservation_uid)]);
  if (restaurant_slug !== null && raffle_round_uid !== null) {
    links.push([t("system.link.raffle"), paths.raffle(restaurant_slug, raffle_round_uid)]);
  }
  if (restaurant_slug !== null) links.push([restaurant_name ?? restaurant_slug, paths.restaurant(restaurant_slug)]);
  return (
    <Box sx={{ display: "grid", gap: 0.25 }}>
      {kind !== null && (
        <span>
          {isEvent(kind)
            ? t("system.event", { type: kind })
            : t(`system.kind.${kind as never}`, { _: t(`user.mail.${kind as never}`, { _: kind }) })}
        </span>
      )}
      {links.length > 0 && (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          {links.map(([label, to]) => (
            <AppLink key={to} to={to}>
              {label}
            </AppLink>
          ))}
        </Box>
      )}
      <Box component="span" sx={{ color: "text.secondary", fontSize: "0.85em", overflowWrap: "anywhere" }}>
        {aboutOf(job.about)}
      </Box>
    </Box>
  );
}

/** Whether a kind is the type of a card provider's event, as `payment_intent.succeeded`. */
function isEvent(kind: string): boolean {
  return kind.includes(".");
}
