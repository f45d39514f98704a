import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Translate } from "@/owner/i18n/use-t";
import { loadTexts } from "@/owner/i18n/load-texts";
import type { CalendarItem } from "../daily-calendar/model/blocks";
import { item, ROWS } from "../daily-calendar/testing/sheet";
import type { Lateness, ServiceState } from "../daily-calendar/service/steps";
import { TableButton } from "./TableButton";

const SEATED = {
  title: "佐藤",
  start_time: "19:00",
  end_time: "21:00",
  service: { state: "seated", arrived_at: "19:03", seated_at: "19:05", bill_at: null, left_at: null },
} as const;
const EXPECTED = { title: "山田", start_time: "20:00", end_time: "22:00" };
const NEXT = item({ uid: "next", title: "鈴木", start_time: "21:30", end_time: "23:00" });

interface Shown {
  party?: Partial<CalendarItem> | null;
  next?: CalendarItem | null;
  late?: [string, Lateness][];
  step?: ServiceState;
  size?: number;
}

/** Draws a tile at 19:50. */
async function tile({ party = null, next = null, late = [], step, size = 180 }: Shown): Promise<HTMLElement> {
  const provider = await loadTexts("ja");
  const t = ((key: string, options?: object) => provider.translate(key, options)) as Translate;
  const [row] = ROWS;
  if (!row) throw new Error("no seat");
  const table = { row, x: 0, y: 0, width: 4, height: 4, shape: "rectangle" as const };
  render(
    <TableButton
      place={{ ...table, tables: [table], party: party && item(party), next }}
      elsewhere=""
      moment={{ at: 19 * 60 + 50, isNow: true }}
      late={new Map(late)}
      box={{ left: 0, top: 0, width: size, height: size }}
      small={12}
      isOpen={false}
      isChosen={false}
      isMoving={false}
      isMovable={false}
      isReachable
      step={step ?? null}
      isStepPending={false}
      t={t}
    />,
  );
  const [button] = screen.getAllByRole("button");
  if (!button) throw new Error("no tile");
  return button;
}

it("shows on the smallest tile that a walk-in is not sent yet, and the button of its next step", async () => {
  const shown = await tile({ party: { ...SEATED, is_unsent: true }, step: "bill", size: 104 });
  expect(shown.querySelector(".marks")).toHaveTextContent("⚠ 未送信");
  expect(screen.getByRole("button", { name: /会計/ })).toBeInTheDocument();
});

it("shows since when a party is seated, and for how long", async () => {
  expect(await tile({ party: SEATED })).toHaveTextContent("19:05〜21:00（45分）");
});

it("marks a party past its end in words", async () => {
  const shown = await tile({ party: { ...SEATED, end_time: "19:45" }, late: [["r1", "overrun"]], size: 88 });
  expect(shown).toHaveTextContent("⚠ 延長中");
});

it("shows the time of an expected party before its name where the times have no line", async () => {
  const shown = await tile({ party: EXPECTED, step: "arrived", size: 108 });
  expect(shown).toHaveTextContent("20:00 山田");
  expect(shown).not.toHaveTextContent("〜22:00");
});

it("shows the time of the next party, and in words that it is late", async () => {
  expect(await tile({ next: NEXT })).toHaveTextContent("次 21:30 鈴木");
});

it.each([null, SEATED])("names a late next party as late: %o", async (party) => {
  const shown = await tile({ party, next: NEXT, late: [["next", "endangered"]], size: 280 });
  expect(shown).toHaveTextContent(/⚠ 次 21:30 鈴木 .*前の席が延長中/);
  expect(shown).toHaveAccessibleName(/次 21:30 鈴木 .*前の席が延長中/);
});

it.each([
  ["with its details", { allergy_description: "えび" }, 180, ["アレルギー: えび"]],
  ["without details", { allergy_description: "" }, 180, ["アレルギー"]],
  ["with details in a second line", { allergy_description: "甲殻類・落花生" }, 140, ["アレルギー", "甲殻類・落花生"]],
])("marks an allergy in words, %s", async (_, over, size, lines) => {
  const shown = await tile({ party: { ...SEATED, has_allergy: true, ...over }, size });
  expect([...shown.querySelectorAll(".alert")].map(({ textContent }) => textContent)).toEqual(lines);
  expect(shown).toHaveAccessibleName(/アレルギー/);
});
