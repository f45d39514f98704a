import Typography from "@mui/material/Typography";
import { joiner } from "@/console/i18n/page-language";
import { useT } from "@/owner/i18n/use-t";
import type { Translate } from "@/owner/i18n/use-t";
import type { Overstay } from "../overstays";
import type { Proposal } from "./use-proposals";

/** One proposal: times and seats, overstaying parties on them, and the reasons. */
export function ProposalText({ proposal, sitting }: { proposal: Proposal; sitting: readonly Overstay[] }) {
  const t = useT();
  const { start_time, end_time, inventory_group_title: group, labels, leftover, reasons } = proposal;
  const why = [
    ...reasons.map((reason) => (reason === "off_the_web" ? webText(proposal, t) : t(`seat_finder.reason.${reason}`))),
    ...(leftover > 0 ? [t("seat_finder.leftover", { count: leftover })] : []),
  ];
  return (
    <>
      <Typography component="span" sx={{ fontWeight: 600 }}>
        {start_time}–{end_time} {group} {labels.join(joiner())}
      </Typography>
      {sitting.map(({ uid, title, start_time: from, end_time: till }) => (
        <Typography key={uid} variant="body2" color="error" sx={{ fontWeight: 700 }}>
          ⚠ {t("reservation_dialog.still_sitting", { name: title, time: `${from}–${till}` })}
        </Typography>
      ))}
      <Typography variant="body2" color="text.secondary">
        {why.join(" / ")}
      </Typography>
    </>
  );
}

/** Names the web turns that lose one of the seats. */
function webText({ web_times: times }: Proposal, t: Translate): string {
  if (times.length === 0) return t("seat_finder.reason.off_the_web");
  return t("seat_finder.off_the_web_at", { times: times.join(joiner()) });
}
