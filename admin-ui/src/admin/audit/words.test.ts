import { expect, it } from "vitest";
import { detailOf } from "./words";

it("shows a row's detail in one line, without empty values", () => {
  const words = {
    name: (key: string) => key.replaceAll("_", " "),
    value: (one: string) => one.toUpperCase(),
    instant: (at: string) => at.slice(0, 10),
  };
  expect(detailOf({ fee: 12_000, owner_id: 12_000, owner_ids: [12_000] }, words)).toBe(
    "fee: 12,000, owner id: 12000, owner ids: 12000",
  );
  const detail = { owner_id: 3, reason: null, flags: ["osg", "os"], until: "2026-11-24T04:00:29.5Z", is_expired: true };
  expect(detailOf(detail, words)).toBe("owner id: 3, flags: OSG OS, until: 2026-11-24, is expired");
  expect(detailOf({ is_expired: false }, words)).toBe("");
  expect(detailOf({ has_waiting_room: false }, words)).toBe("has waiting room: OFF");
  expect(detailOf({ flag: "osg", is_on: true }, words)).toBe("flag: OSG, is on: ON");
  expect(detailOf({ setting: "is_noindex", old: false, new: true }, words)).toBe(
    "setting: IS_NOINDEX, old: OFF, new: ON",
  );
  expect(detailOf({ new: 2, old: 1, reason: "x" }, words)).toBe("old: 1, new: 2, reason: X");
  expect(detailOf({ old: { is_active: false }, new: { is_active: true } }, words)).toBe(
    "old: (is active: OFF), new: (is active: ON)",
  );
  const nested = { old: { dinner: { rows: [{ monday: 0, is_active: false }] } } };
  expect(detailOf(nested, words)).toBe("old: (dinner: (rows: (monday: 0, is active: OFF)))");
  expect(detailOf({ before: { agent: false }, after: { agent: true } }, words)).toBe("before: (–), after: (agent)");
});
