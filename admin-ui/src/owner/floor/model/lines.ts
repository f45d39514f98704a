/** Which lines of a table's tile are shown: the urgent ones first, each whole or not at all. No screen in here. */

/** What a party's tile could say beside its tables and its name. */
export interface Said {
  /** What its guests must not eat. */
  hasAlert: boolean;
  /** Who comes after: urgent where they are endangered. */
  next: "urgent" | "plain" | null;
  /** The texts of its marks, the most urgent first. */
  marks: readonly string[];
}

export interface LabelSpace {
  width: number;
  height: number;
  /** Pixels of the usual text. */
  small: number;
}

export interface Shown {
  alert: boolean;
  next: boolean;
  times: boolean;
  /** So many of the marks. */
  marks: number;
}

/** What the edges of a tile take, of its height and of its width. */
const EDGES = { height: 12, width: 16 };
const LEADING = 1.3;
/** A mark is a size smaller, in a frame, and apart from the next one. */
const MARK = { smaller: 1, frame: 8, gap: 3, leading: 1.35 };

/** About how wide a text is: Japanese is as wide as it is high, Latin half of that. */
export function widthOf(text: string, size: number): number {
  return [...text].reduce((sum, letter) => sum + (letter > "\u2E7F" || letter === "⚠" ? 1 : 0.58) * size, 0);
}

export function innerWidth({ width }: Pick<LabelSpace, "width">): number {
  return width - EDGES.width;
}

/** How high so many of the marks are, in rows as wide as the tile; one that is wider than that has lines of its own. */
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

/** What there is room for. The tables and the name are always there. */
export function shownOf({ hasAlert, next, marks }: Said, room: LabelSpace): Shown {
  const line = room.small * LEADING;
  let left = room.height - EDGES.height - line - (room.small + 2) * LEADING;
  const take = (isWanted: boolean, height: number) => {
    if (!isWanted || height > left) return false;
    left -= height;
    return true;
  };
  const isUrgent = next === "urgent" && take(true, line);
  const alert = take(hasAlert, line);
  const [first] = marks;
  const isMarked = take(first !== undefined, marksHeight(marks.slice(0, 1), room));
  const times = take(true, line);
  const isPlain = take(next === "plain", line);
  if (!isMarked) return { alert, next: isUrgent || isPlain, times, marks: 0 };
  left += marksHeight(marks.slice(0, 1), room);
  const fits = marks.findLastIndex((_, last) => marksHeight(marks.slice(0, last + 1), room) <= left);
  return { alert, next: isUrgent || isPlain, times, marks: fits + 1 };
}
