import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { formatDay } from "@seki/shared/civil-time";
import { useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { errorText } from "@/console/ui";
import { OpeningsCalendar } from "./OpeningsCalendar";
import type { Preview } from "./use-preview";
import { groupText, roundText, tillText } from "./words";

/** Number of days that are listed; the rest is counted. */
const NAMED_DAYS = 14;

/** The effect of saving: the days that open and close for each group, warnings, and the next openings. */
export function PreviewPane({ preview, isAsking, error, isPreferred }: Preview & { isPreferred: boolean }) {
  const t = useT();
  return (
    <Box component="section" aria-labelledby="preview" aria-busy={isAsking} sx={{ display: "grid", gap: 2 }}>
      <div>
        <Typography variant="h3" component="h2" id="preview">
          {t("rounds.preview")}
        </Typography>
        <Box sx={{ height: 4 }}>{isAsking && <LinearProgress aria-label={t("rounds.preview_loading")} />}</Box>
      </div>
      {error != null && (
        <Alert severity="error">
          {t("rounds.preview_failed")} {errorText(error, t)}
        </Alert>
      )}
      {preview && <Seen preview={preview} isPreferred={isPreferred} />}
    </Box>
  );
}

function Seen({ preview, isPreferred }: { preview: Schemas["PlanPreview"]; isPreferred: boolean }) {
  const t = useT();
  const { locale } = useShell();
  return (
    <>
      {preview.oddities.map(({ code, message }) => (
        <Alert key={code + message} severity="warning">
          {message}
        </Alert>
      ))}
      {isPreferred ? <Alert severity="info">{t("rounds.winners_only")}</Alert> : <Changes preview={preview} />}
      <Typography variant="h4" component="h3">
        {t("rounds.openings", { count: preview.openings.length })}
      </Typography>
      {preview.openings.length === 0 ? (
        <Typography color="text.secondary">{t("rounds.no_openings")}</Typography>
      ) : (
        <>
          <OpeningsCalendar days={preview.openings.map(({ effective_at }) => effective_at.slice(0, 10))} />
          <Box component="ol" sx={{ m: 0, pl: 3, fontSize: "0.875rem" }}>
            {preview.openings.map((opening) => (
              <li key={opening.effective_at}>{roundText(opening, locale, t)}</li>
            ))}
          </Box>
        </>
      )}
    </>
  );
}

function Changes({ preview }: { preview: Schemas["PlanPreview"] }) {
  const t = useT();
  const { locale } = useShell();
  const { reaches, closing_dates: closing, opening_dates: opening } = preview;
  const changed = reaches.filter((reach) => reach.reservable_till_now !== reach.reservable_till_then);
  const groups = changed.map(({ label }) => groupText(label, t)).join(t("list.and"));
  const kept = t("rounds.kept", { count: preview.bookings_kept, guests: preview.guests_kept });
  return (
    <div role="status">
      {closing.length === 0 && opening.length === 0 && <Typography>{t("rounds.unchanged")}</Typography>}
      {closing.length > 0 && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {t("rounds.closes", { groups, count: closing.length, kept })}
          <Days days={closing} />
        </Alert>
      )}
      {opening.length > 0 && (
        <Alert severity="success" sx={{ mb: 1 }}>
          {t("rounds.opens", { groups, count: opening.length })}
          <Days days={opening} />
        </Alert>
      )}
      <Table size="small" sx={{ "& th, & td": { px: 1, overflowWrap: "normal" } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t("rounds.who")}</TableCell>
            <TableCell>{t("rounds.now")}</TableCell>
            <TableCell>{t("rounds.afterwards")}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {reaches.map(({ label, reservable_till_now, reservable_till_then }) => (
            <TableRow key={label}>
              <TableCell component="th" scope="row">
                {groupText(label, t)}
              </TableCell>
              <TableCell>{tillText(reservable_till_now, locale, t)}</TableCell>
              <TableCell>{tillText(reservable_till_then, locale, t)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function Days({ days }: { days: string[] }) {
  const t = useT();
  const { locale } = useShell();
  const named = days.slice(0, NAMED_DAYS).map((day) => formatDay(day, locale));
  const rest = days.length - named.length;
  if (rest > 0) named.push(t("rounds.more_days", { count: rest }));
  return (
    <Box sx={{ fontSize: "0.8rem" }}>
      {t("rounds.days")}: {named.join(locale === "ja" ? "、" : ", ")}
    </Box>
  );
}
