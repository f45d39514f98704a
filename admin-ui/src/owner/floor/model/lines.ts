/**
 * Chooses the shown lines of a table's tile: urgent ones first, each entirely or not at all. Independent of the screen.
 */

/** Optional content of a party's tile, in addition to the tables and the name. */
export interface TileContent {
  /** The text about a guest's allergies: in one line, or its details in a second one. */
  alert: "short" | "long" | null;
  /** The next party: urgent if it is endangered. */
  next: "urgent" | "plain" | null;
  /** The texts of its marks, the most urgent first. */
  marks: readonly string[];
  /** Whether the first mark is a warning. */
  hasWarning: boolean;
}

/** The button of the next step at the foot of a tile, in pixels: its height, and the least size of its tile, whose middle it leaves free. */
const STEP = { height: 36, width: 96, tile: 104 };

export interface LabelSpace {
  width: number;
  height: number;
  /** Font size of normal text, in pixels. */
  small: number;
}

export interface TileLines {
  alert: boolean;
  /** The second line about allergies. */
  detail: boolean;
  next: boolean;
  times: boolean;
  /** Number of shown marks. */
  marks: number;
}

/** Pixels of a tile's edges, vertically and horizontally. */
const EDGES = { height: 12, width: 16 };
const LEADING = 1.3;
/** Dimensions of a mark in pixels: a smaller font, a frame, and a gap to the next mark. */
const MARK = { smaller: 1, frame: 8, gap: 3, leading: 1.35 };

/** Letters by their width, as a share of the font size. A little more than in common fonts, so that no text is cut. */
const WIDTHS: readonly (readonly [letters: RegExp, share: number])[] = [
  [/[\u2E80-\u{10FFFF}⚠→…]/u, 1],
  [/[mwMW@%]/u, 0.92],
  [/[fijlrtI .,:;'|!()]/u, 0.36],
  [/[A-Z]/u, 0.72],
];
const USUAL_WIDTH = 0.58;

/** Estimates the width of a text: Japanese letters are square, Latin ones about half as wide, on average. */
export function widthOf(text: string, size: number): number {
  return [...text].reduce((sum, letter) => sum + shareOf(letter) * size, 0);
}

function shareOf(letter: string): number {
  return WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? USUAL_WIDTH;
}

export function innerWidth({ width }: Pick<LabelSpace, "width">): number {
  return width - EDGES.width;
}

/** Returns the height of the marks in rows of the tile's width. A wider mark takes several lines. */
function marksHeight(marks: readonly string[], { width, small }: LabelSpace): number {
  const size = small - MARK.smaller;
  const inner = innerWidth({ width });
  const lineOf = (lines: number) => lines * size * MARK.leading + 2 + MARK.gap;
  let [left, height] = [0, 0];
  for (const text of marks) {
    const own = widthOf(text, size) + MARK.frame;
    if (left >= own) {
      left -= own + MARK.gap;
      continue;
    }
    height += lineOf(Math.max(1, Math.ceil((own - MARK.frame) / (inner - MARK.frame))));
    left = inner - own - MARK.gap;
  }
  return height;
}

/** Returns the space that the button of the next step leaves for the lines. */
export function aboveStep(space: LabelSpace): LabelSpace {
  return { ...space, height: space.height - STEP.height };
}

/**
 * Reports whether a tile has space for the button of the next step. Allergies, warnings and an endangered next party
 * have priority over it.
 */
export function hasStepSpace(content: TileContent, space: LabelSpace): boolean {
  if (space.width < STEP.width || space.height < STEP.tile) return false;
  const [whole, rest] = [shownOf(content, space), shownOf(content, aboveStep(space))];
  const keepsNext = content.next !== "urgent" || rest.next === whole.next;
  const keepsMark = !content.hasWarning || whole.marks === 0 || rest.marks > 0;
  return rest.alert === whole.alert && keepsNext && keepsMark;
}

/** Returns the content that fits. The tables and the name are always shown. */
export function shownOf({ alert: allergy, next, marks }: TileContent, space: LabelSpace): TileLines {
  const line = space.small * LEADING;
  let left = space.height - EDGES.height - line - (space.small + 2) * LEADING;
  const take = (isWanted: boolean, height: number) => {
    if (!isWanted || height > left) return false;
    left -= height;
    return true;
  };
  const isUrgent = next === "urgent" && take(true, line);
  const alert = take(allergy !== null, line);
  const [first] = marks;
  const isMarked = take(first !== undefined, marksHeight(marks.slice(0, 1), space));
  const times = take(true, line);
  const detail = take(alert && allergy === "long", line);
  const isPlain = take(next === "plain", line);
  if (!isMarked) return { alert, detail, next: isUrgent || isPlain, times, marks: 0 };
  left += marksHeight(marks.slice(0, 1), space);
  const fits = marks.findLastIndex((_, last) => marksHeight(marks.slice(0, last + 1), space) <= left);
  return { alert, detail, next: isUrgent || isPlain, times, marks: fits + 1 };
}
