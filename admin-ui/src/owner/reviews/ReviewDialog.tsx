import { useId, useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { send, showFlash } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { joiner } from "@/console/i18n/page-language";
import { Dialog, PaneSkeleton, useNoticedWrite } from "@/console/ui";
import { EditConflict, useTheirs } from "@/console/ui/forms";
import {
  NEGATIVE_REASONS,
  OPERATIONS,
  POSITIVE_REASONS,
  RATINGS,
  firstDraft,
  isSameReview,
  openingOperation,
  rated,
  toggledReason,
} from "./model";
import type { Draft, Operation, Rating, Reason, Unreviewed } from "./model";
import { useReloadUnreviewed, useUnreviewed } from "./use-reviews";

interface Props {
  /** YYYY-MM-DD */
  date: string;
  onClose: () => void;
}

/** Reviews the guests of a day, meal by meal. */
export function ReviewDialog({ date, onClose }: Props) {
  const t = useT();
  const titleId = useId();
  const { data, isPending, isError } = useUnreviewed(date);
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t("reviews.title")}</DialogTitle>
      {isPending && <PaneSkeleton />}
      {isError && (
        <DialogContent>
          <Alert severity="error">{t("console.fetch_failed")}</Alert>
        </DialogContent>
      )}
      {data && <Meals date={date} visits={data} />}
      <DialogActions>
        <Button onClick={onClose}>{t("console.close")}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Meals({ date, visits }: { date: string; visits: readonly Unreviewed[] }) {
  const t = useT();
  const id = useId();
  const [operation, setOperation] = useState<Operation>(() => openingOperation(visits));
  // Of all meals: a meal keeps its input while another one is shown.
  const [drafts, setDrafts] = useState<Drafts>({});
  const ofMeal = visits.filter((visit) => visit.operation === operation);
  if (visits.length === 0) {
    return (
      <DialogContent>
        <Typography>{t("reviews.none")}</Typography>
      </DialogContent>
    );
  }
  return (
    <>
      <Tabs value={operation} onChange={(_, next: Operation) => setOperation(next)} variant="fullWidth">
        {OPERATIONS.map((each) => (
          <Tab
            key={each}
            value={each}
            label={t(`reviews.${each}`)}
            id={`${id}-${each}`}
            aria-controls={`${id}-panel`}
          />
        ))}
      </Tabs>
      <DialogContent role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${operation}`}>
        <Typography color="text.secondary" sx={{ mb: 2 }}>
          {t("reviews.lead")}
        </Typography>
        {ofMeal.length === 0 ? (
          <Typography>{t("reviews.none_operation")}</Typography>
        ) : (
          <Meal
            key={operation}
            date={date}
            operation={operation}
            visits={ofMeal}
            drafts={drafts}
            onDraft={(uid, draft) => setDrafts((before) => ({ ...before, [uid]: draft }))}
          />
        )}
      </DialogContent>
    </>
  );
}

/** The reviews that are not saved yet, by the uid of the reservation. */
type Drafts = Readonly<Record<string, Draft>>;

interface MealProps {
  date: string;
  operation: Operation;
  visits: readonly Unreviewed[];
  drafts: Drafts;
  onDraft: (uid: string, draft: Draft) => void;
}

function Meal({ date, operation, visits, drafts, onDraft }: MealProps) {
  const t = useT();
  const reload = useReloadUnreviewed(date);
  const { busy, write } = useNoticedWrite({ sticky: true });
  const draftOf = (uid: string) => drafts[uid] ?? firstDraft;
  const theirs = useTheirs();
  // A visit whose review is saved leaves the list when it is read again.
  const undecided = theirs.undecided.filter((uid) => visits.some((visit) => visit.reservation_uid === uid));
  const reviewOf = (uid: string) => theirs.values[uid] as Draft | undefined;

  /** Sends the reviews of visits. Returns whether the dialog is done with them. */
  const put = async (unsaved: readonly Unreviewed[]) => {
    const body = bodyOf(unsaved, draftOf, reviewOf);
    const answer = { isConflict: false };
    const isDone = await write(async () => {
      try {
        await send("PUT", "/owners/api/reviews", { body });
      } catch (error) {
        answer.isConflict = theirs.read(error);
        throw error;
      }
    });
    return isDone !== undefined && !answer.isConflict;
  };
  const save = async () => {
    // A colleague's review stays theirs, unless this one differs.
    const unsaved = visits.filter(({ reservation_uid: uid }) => !isSameReview(reviewOf(uid), draftOf(uid)));
    if (unsaved.length > 0 && !(await put(unsaved))) return;
    // Thanked either way (owner §8). A failed review is reported above, and its visit stays on the list.
    showFlash({ kind: "notice", message: t("reviews.thanks"), sticky: false });
    await reload();
  };

  return (
    <Box sx={{ display: "grid", gap: 3 }}>
      {visits.map((visit) => (
        <VisitReview
          key={visit.reservation_uid}
          visit={visit}
          draft={draftOf(visit.reservation_uid)}
          theirs={undecided.includes(visit.reservation_uid) ? reviewOf(visit.reservation_uid) : undefined}
          onDecide={() => theirs.decide(visit.reservation_uid)}
          onChange={(draft) => onDraft(visit.reservation_uid, draft)}
        />
      ))}
      <Button variant="contained" loading={busy} disabled={undecided.length > 0} onClick={() => void save()}>
        {t("reviews.save", { operation: t(`reviews.${operation}`) })}
      </Button>
    </Box>
  );
}

/** Returns the reviews of visits as the request body, with the saved ones that the form showed. */
function bodyOf(
  visits: readonly Unreviewed[],
  draftOf: (uid: string) => Draft,
  reviewOf: (uid: string) => Draft | undefined,
) {
  const reviews = visits.map(({ reservation_uid }) => {
    const { rating, reasons } = draftOf(reservation_uid);
    return { reservation_uid, rating, reasons: [...reasons] };
  });
  const expected = Object.fromEntries(visits.map(({ reservation_uid: uid }) => [uid, reviewOf(uid) ?? null]));
  return { reviews, expected };
}

interface VisitReviewProps {
  visit: Unreviewed;
  draft: Draft;
  /** The review that a colleague has saved meanwhile, until the user decides. */
  theirs: Draft | undefined;
  onDecide: () => void;
  onChange: (draft: Draft) => void;
}

function VisitReview({ visit, draft, theirs, onDecide, onChange }: VisitReviewProps) {
  const t = useT();
  const label = t("reviews.rating_of", { name: visit.customer_fullname, time: visit.start_time });
  return (
    <Box component="section" aria-label={label} sx={{ display: "grid", gap: 1 }}>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {visit.start_time} {visit.customer_fullname} {t("console.guests", { count: visit.guests_count })}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={draft.rating}
        aria-label={label}
        onChange={(_, rating: Rating | null) => {
          if (rating !== null) onChange(rated(draft, rating));
        }}
        sx={{ flexWrap: "wrap" }}
      >
        {RATINGS.map((rating) => (
          <ToggleButton key={rating} value={rating} color="primary" sx={ratingButton}>
            {t(`reviews.ratings.${rating}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Reasons legend={t("reviews.positive")} codes={POSITIVE_REASONS} draft={draft} onChange={onChange} />
      <Reasons legend={t("reviews.negative")} codes={NEGATIVE_REASONS} draft={draft} onChange={onChange} />
      {theirs && (
        <EditConflict
          title={t("drafts.changed", { label })}
          saved={[
            t(`reviews.ratings.${theirs.rating}`),
            ...theirs.reasons.map((reason) => t(`reviews.reasons.${reason}`)),
          ].join(joiner())}
          onKeepMine={onDecide}
          onTakeTheirs={() => {
            onChange(theirs);
            onDecide();
          }}
        />
      )}
    </Box>
  );
}

const ratingButton = {
  minHeight: 40,
  px: 1.5,
  "&.Mui-selected, &.Mui-selected:hover": { bgcolor: "primary.main", color: "primary.contrastText" },
} as const;

interface ReasonsProps extends Pick<VisitReviewProps, "draft" | "onChange"> {
  legend: string;
  codes: readonly Reason[];
}

function Reasons({ legend, codes, draft, onChange }: ReasonsProps) {
  const t = useT();
  return (
    <Box role="group" aria-label={legend} sx={{ display: "flex", flexWrap: "wrap", gap: 0.75, alignItems: "center" }}>
      <Typography variant="body2" color="text.secondary" sx={{ minWidth: "6em" }}>
        {legend}
      </Typography>
      {codes.map((code) => {
        const chosen = draft.reasons.includes(code);
        return (
          <Chip
            key={code}
            clickable
            size="small"
            label={t(`reviews.reasons.${code}`)}
            color={chosen ? "primary" : "default"}
            variant={chosen ? "filled" : "outlined"}
            aria-pressed={chosen}
            onClick={() => onChange(toggledReason(draft, code))}
          />
        );
      })}
    </Box>
  );
}
