import type { Translate } from "@/owner/i18n/use-t";
import type { Mark } from "../daily-calendar/grid/labels";
import { allergiesOf } from "../daily-calendar/model/alerts";
import type { LateItems } from "../daily-calendar/service/steps";
import { innerWidth, shownOf, widthOf } from "./model/lines";
import type { TileLines } from "./model/lines";
import type { Moment, Place } from "./model/occupancy";
import { guestsOf, labelsOf, nextLabel, placeMarks, placeLabel } from "./labels";

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
  t: Translate;
}

export function tableId(seatUid: string): string {
  return `table-${seatUid}`;
}

/** A table, or adjacent tables of one party: a button that opens the party or chooses the free table. */
export function TableButton(props: Props) {
  const { place, elsewhere, moment, late, box, isOpen, isChosen, isMovable, isReachable, t } = props;
  const { party } = place;
  const [table] = place.tables;
  const label = placeLabel(place, elsewhere, moment, late, t);
  const marks = party ? placeMarks(party, moment, late, t) : [];
  const shown = linesOf(props, marks);
  return (
    <button
      type="button"
      id={tableId(table?.row.seat.uid ?? "")}
      className={classOf(props)}
      data-table={table?.row.index}
      data-item={party?.uid}
      style={box}
      tabIndex={isReachable ? 0 : -1}
      aria-label={label}
      aria-pressed={party ? isOpen : isChosen}
      aria-keyshortcuts={isMovable ? "M" : undefined}
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
          <span className={place.next && late.has(place.next.uid) ? "next warn" : "next"}>{nextLine(props)}</span>
        )}
      </span>
    </button>
  );
}

/** Share of a round table's width that text can use. */
const ROUND_SHARE = 0.78;

function spaceOf({ place, box, small }: Props) {
  const isRound = place.tables.length === 1 && place.tables[0]?.shape === "round";
  return { width: box.width * (isRound ? ROUND_SHARE : 1), height: box.height, small };
}

function linesOf(props: Props, marks: readonly Mark[]): TileLines {
  const { place, late } = props;
  const next = place.next === null ? null : late.has(place.next.uid) ? "urgent" : "plain";
  const hasAlert = place.party !== null && allergiesOf(place.party) !== "";
  return shownOf({ hasAlert, next, marks: marks.map(textOf) }, spaceOf(props));
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

/** Returns the next party of the table. A narrow tile shows only its time. */
function nextLine(props: Props): string {
  const { place, late, small, t } = props;
  const { next } = place;
  if (!next) return nextLabel(next, t);
  const sign = late.has(next.uid) ? "⚠ " : "";
  const words = nextLabel(next, t);
  const [time] = words.split(next.title);
  const hasSpace = widthOf(`${sign}${time ?? ""}…`, small) <= innerWidth(spaceOf(props));
  return sign + (hasSpace ? words : `→ ${next.start_time}`);
}

interface PartyProps extends Props {
  party: NonNullable<Place["party"]>;
  marks: readonly Mark[];
  shown: TileLines;
}

function Party({ party, marks, shown, t }: PartyProps) {
  const alerts = allergiesOf(party);
  return (
    <>
      <span className="title">{party.title}</span>
      {shown.times && (
        <span className="times">
          {party.start_time}
          {t("floor_plan.until", { time: party.end_time })}
        </span>
      )}
      {shown.alert && <b className="alert">{alerts}</b>}
      {shown.marks > 0 && (
        <span className="marks">
          {marks.slice(0, shown.marks).map((mark) => (
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
  const { party, tables } = place;
  const isRound = tables.length === 1 && tables[0]?.shape === "round";
  const parts = [
    "table",
    isRound && "round",
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
