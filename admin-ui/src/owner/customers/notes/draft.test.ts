import { expect, it } from "vitest";
import { chosenTags, notesBody } from "./draft";

const vip = { tag: "vip", label: "VIP" };
const window = { tag: "窓側", label: "窓側" };

it("reads a typed name as the tag with that name", () => {
  expect(chosenTags(["ｖｉｐ", " 窓側 "], [vip, window])).toEqual([vip, window]);
  expect(chosenTags(["お車"], [vip])).toEqual([{ tag: "お車", label: "お車" }]);
});

it("keeps each tag once and drops blank ones", () => {
  expect(chosenTags([vip, "vip", "　", window, "窓側"], [vip])).toEqual([vip, window]);
});

it("sends tags by their codes", () => {
  expect(notesBody({ noted_allergies: "えび", noted_dislikes: "", tags: [vip, window] })).toEqual({
    noted_allergies: "えび",
    noted_dislikes: "",
    tags: ["vip", "窓側"],
  });
});
