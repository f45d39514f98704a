import { describe, expect, it } from "vitest";
import { faultsOf, rowsOf, staysOf, withRow } from "./stays";

const row = (id: number, guests: string, minutes: string) => ({ id, guests, minutes });
const stay = (from_guests: number, stay_minutes: number) => ({ from_guests, stay_minutes });

function judged(guests: string, minutes: string) {
  const only = row(0, guests, minutes);
  return { faults: faultsOf(only, [only]), stays: staysOf([only]) };
}

describe("the rows of usual stays", () => {
  it("are sent by party size, in half width, without blank rows", () => {
    const rows = [row(0, "５", "180"), row(1, "", "　"), row(2, " 3 ", "150")];
    expect(staysOf(rows)).toEqual([stay(3, 150), stay(5, 180)]);
    expect(staysOf([])).toEqual([]);
  });

  it("start with the stored stays, and each new row has an id of its own", () => {
    const rows = rowsOf([stay(3, 150), stay(5, 180)]);
    expect(staysOf(rows)).toEqual([stay(3, 150), stay(5, 180)]);
    expect(withRow(rows.slice(1)).map(({ id }) => id)).toEqual([1, 2]);
    expect(withRow([])).toEqual([row(0, "", "")]);
  });

  it("are invalid where the server would reject them", () => {
    for (const guests of ["1", "100", "-2", "2.5", "many", ""]) {
      expect(judged(guests, "90"), `${guests}`).toEqual({ faults: { guests: "invalid", minutes: null }, stays: null });
    }
    for (const minutes of ["10", "1445", "91", "1.5", ""]) {
      expect(judged("2", minutes), `${minutes}`).toEqual({ faults: { guests: null, minutes: "invalid" }, stays: null });
    }
  });

  it("have each party size once", () => {
    const rows = [row(0, "4", "150"), row(1, "４", "180")];
    expect(rows.map((each) => faultsOf(each, rows).guests)).toEqual([null, "taken"]);
    expect(staysOf(rows)).toBeNull();
    const invalid = [row(0, "x", "150"), row(1, "y", "180")];
    expect(invalid.map((each) => faultsOf(each, invalid).guests)).toEqual(["invalid", "invalid"]);
  });
});
