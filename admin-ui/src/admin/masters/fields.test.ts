import { describe, expect, it } from "vitest";
import { newRecord, shownRecord, stored, storedRecord } from "./fields";
import type { Field } from "./fields";

const FIELDS: Field[] = [
  { name: "label", kind: "line" },
  { name: "options", kind: "lines", isOptional: true },
  { name: "daily_max", kind: "optional_number", isOptional: true },
  { name: "is_active", kind: "tick", initial: true },
];

describe("the fields of a record", () => {
  it("are sent in the server's format, without other fields", () => {
    const typed = { id: 7, label: "C1", options: "a\n\n b ", daily_max: "", is_active: undefined };
    expect(storedRecord(FIELDS, typed)).toEqual({
      label: "C1",
      options: ["a", " b "],
      daily_max: null,
      is_active: false,
    });
    expect(stored("number", "12")).toBe(12);
    expect(stored("number", "")).toBe(0);
    expect(stored("optional_number", 0)).toBe(0);
    expect(stored("choices", ["a"])).toEqual(["a"]);
    expect(stored("choices", undefined)).toEqual([]);
  });

  it("are shown in the format of the inputs", () => {
    expect(shownRecord(FIELDS, { id: 7, options: ["a", "b"] })).toMatchObject({ id: 7, options: "a\nb" });
    expect(newRecord(FIELDS)).toEqual({ is_active: true });
  });

  it("start with the only option of a required choice", () => {
    const fields: Field[] = [
      { name: "group", kind: "choice" },
      { name: "parent", kind: "choice", isOptional: true },
    ];
    const one = [{ id: 3, label: "カウンター" }];
    expect(newRecord(fields, { group: one, parent: one })).toEqual({ group: 3 });
    expect(newRecord(fields, { group: [...one, { id: 4, label: "個室" }] })).toEqual({});
  });
});
