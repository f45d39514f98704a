import type { Translate } from "@/owner/i18n/use-t";
import type { Mark } from "../daily-calendar/grid/labels";
import { STEP_SIZE, StepButtons, stepsShown, stepsWidth } from "../daily-calendar/service/StepButtons";
import type { LateItems, ServiceState } from "../daily-calendar/service/steps";
import { aboveStep, hasStepSpace, innerWidth, shownOf, widthOf } from "./model/lines";
import type { TileContent } from "./model/lines";
import type { Moment, Place } from "./model/occupancy";
import { guestsOf, labelsOf, placeMarks, placeLabel } from "./labels";
import { allergyText, nextText, timesText, titleText } from "./tile-texts";

interface Props {
  place: Place;
  /** Labels of the party's tables that are drawn separately. */
  elsewhere: string;
  moment: Moment;
  late: LateItems;
  box: { left: number; top: number; width: number; height: number };
  /** Font size of normal text, in pixels. */
  small: number;
  isOpen: boolean;
  isChosen: boolean;
  isMoving: boolean;
  isMovable: boolean;
  isReachable: boolean;
  /** The step that a press on the tile's button records; null without a button. */
  step: ServiceState | null;
  isStepPending: boolean;
  t: Translate;
}

export function tableId(seatUid: string): string {
  return `table-${seatUid}`;
}

/**
 * A table, or adjacent tables of one party: a button that opens the party or chooses the free table, and the button of
 * the party's next step.
 */
export function TableButton(props: Props) {
  const { place, elsewhere, moment, late, box, isOpen, isChosen, isMovable, isReachable, step, t } = props;
  const { party } = place;
  const [table] = place.tables;
  const label = placeLabel(place, elsewhere, moment, late, t);
  const marks = party ? placeMarks(party, moment, late, t) : [];
  const nextLateness = late.get(place.next?.uid ?? "") ?? null;
  const content = contentOf(props, marks);
  const steps = stepsOf(props, content);
  const shown = shownOf(content, steps.length === 0 ? spaceOf(props) : aboveStep(spaceOf(props)));
  return (
    <>
      <button
        type="button"
        id={tableId(table?.row.seat.uid ?? "")}
        className={classOf(props)}
        data-table={table?.row.index}
        data-item={party?.uid}
        style={steps.length === 0 ? box : { ...box, paddingBottom: STEP_SIZE.face + 6 }}
        tabIndex={isReachable ? 0 : -1}
        aria-label={label}
        aria-pressed={party ? isOpen : isChosen}
        aria-keyshortcuts={keysOf(isMovable, step)}
        title={label}
      >
        {/* The label contains all of it as one sentence. */}
        <span className="lines" aria-hidden>
          <span className="top">
            <b>
              {labelsOf(place)}
              {elsewhere !== "" && <span className="joined">{` ＋${elsewhere}`}</span>}
            </b>
            {party && <span>{guestsLabel(props, party)}</span>}
            {isChosen && <span className="tick">✓</span>}
          </span>
          {party ? (
            <Party {...props} party={party} marks={marks} shown={shown} />
          ) : (
            <span className="vacant">{t("floor_plan.free")}</span>
          )}
          {(party === null || shown.next) && (
            <span className={nextLateness === null ? "next" : "next warn"}>
              {nextText(place.next, nextLateness, fitsIn(props, party === null ? FREE_LINES : 1), t)}
            </span>
          )}
        </span>
      </button>
      {party && steps.length > 0 && (
        <StepButtons
          item={party}
          steps={steps}
          box={stepsBox(props, steps.length)}
          table={table?.row.index}
          isPending={props.isStepPending}
          t={t}
        />
      )}
    </>
  );
}

function keysOf(isMovable: boolean, step: ServiceState | null): string | undefined {
  const keys = [isMovable && "M", step !== null && "S"].filter((key) => key !== false);
  return keys.length === 0 ? undefined : keys.join(" ");
}

/** Pixels between a tile's edges and its step buttons. */
const STEP_GAP = 6;

/** Returns the steps of the tile's buttons. */
function stepsOf(props: Props, content: TileContent): readonly ServiceState[] {
  const { place, late, step } = props;
  if (step === null || place.party === null || !hasStepSpace(content, spaceOf(props))) return [];
  return stepsShown(step, late.get(place.party.uid) ?? null, spaceOf(props).width - 2 * STEP_GAP);
}

/** Returns the area of the step buttons: the tile's foot, or the middle of it in a round tile. */
function stepsBox({ place, box }: Props, count: number) {
  const width = isRound(place) ? (box.width + stepsWidth(count)) / 2 : box.width - STEP_GAP;
  return { left: box.left, top: box.top + box.height - STEP_SIZE.height - STEP_GAP, width };
}

function isRound({ tables }: Place): boolean {
  return tables.length === 1 && tables[0]?.shape === "round";
}

/** Share of a round table's width that text can use. */
const ROUND_SHARE = 0.78;

function spaceOf({ place, box, small }: Props) {
  return { width: box.width * (isRound(place) ? ROUND_SHARE : 1), height: box.height, small };
}

function contentOf(props: Props, marks: readonly Mark[]): TileContent {
  const { place, late } = props;
  const next = place.next === null ? null : late.has(place.next.uid) ? "urgent" : "plain";
  const allergy = place.party && allergyText(place.party, fitsIn(props), props.t);
  const alert = allergy === null ? null : allergy.detail === "" ? "short" : "long";
  return { alert, next, marks: marks.map(textOf), hasWarning: marks[0]?.kind === "warn" };
}

function textOf({ text, kind }: Mark): string {
  return kind === "warn" ? `⚠ ${text}` : text;
}

/** Returns the party size next to the table labels: as text if there is space, otherwise as a number. */
function guestsLabel(props: Props, party: NonNullable<Place["party"]>): string {
  const { place, elsewhere, small, t } = props;
  const words = guestsOf(party, t);
  const label = elsewhere === "" ? labelsOf(place) : `${labelsOf(place)} ＋${elsewhere}`;
  const isWhole = widthOf(`${label} ${words}`, small) <= innerWidth(spaceOf(props));
  return isWhole ? words : `×${party.guests_count ?? 0}`;
}

/** Lines over which the text of the next party may wrap in the tile of a free table. */
const FREE_LINES = 3;

/** Returns the function that reports whether a text fits into the lines of the tile. */
function fitsIn(props: Props, lines = 1) {
  const { small } = props;
  return (text: string, font: "text" | "name" = "text") =>
    widthOf(text, font === "name" ? small + 2 : small) <= lines * innerWidth(spaceOf(props));
}

interface PartyProps extends Props {
  party: NonNullable<Place["party"]>;
  marks: readonly Mark[];
  shown: ReturnType<typeof shownOf>;
}

function Party(props: PartyProps) {
  const { party, marks, shown, moment, t } = props;
  const fits = fitsIn(props);
  const allergy = allergyText(party, fits, t);
  const shownMarks = marks.slice(0, shown.marks);
  return (
    <>
      <span className="title">{titleText(party, moment, { times: shown.times, marks: shownMarks }, fits)}</span>
      {shown.times && <span className="times">{timesText(party, moment, fits, t)}</span>}
      {shown.alert && <b className="alert">{allergy?.text}</b>}
      {shown.detail && <b className="alert">{allergy?.detail}</b>}
      {shown.marks > 0 && (
        <span className="marks">
          {shownMarks.map((mark) => (
            <span key={mark.text} className={`mark ${mark.kind}`}>
              {textOf(mark)}
            </span>
          ))}
        </span>
      )}
    </>
  );
}

function classOf({ place, late, isOpen, isChosen, isMoving }: Props): string {
  const { party } = place;
  const parts = [
    "table",
    isRound(place) && "round",
    party === null ? "free" : "taken",
    party?.service.state && `at-${party.service.state}`,
    party?.calendar_item_type === "Pending" && "held",
    party && late.get(party.uid),
    isOpen && "open",
    isChosen && "chosen",
    isMoving && "moving",
  ];
  return parts.filter(Boolean).join(" ");
}
