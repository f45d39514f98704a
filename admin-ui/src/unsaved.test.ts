import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Hooks and frames that ask before a text is lost, or keep it. */
const GUARDS = /\b(useLeaveGuard|useDialogGuard|useDraft|FormModal|FormDialog|RecordDialog|use-offsite-import)\b/;

/** Fields and forms without a frame: the guarded form that shows them. */
const SHOWN_IN: Record<string, string> = {
  "admin/masters/FieldInputs.tsx": "admin/masters/MasterDialog.tsx",
  "console/security/JustificationFields.tsx": "console/security",
  "owner/customers/CustomerFields.tsx": "owner/customers/FormDialog.tsx",
  "owner/customers/notes/NotesFields.tsx": "owner/customers/notes/NotesEditor.tsx",
  "owner/daily-calendar/waiting/WaitingFields.tsx": "owner/daily-calendar/waiting/AddToWaitingList.tsx",
  "owner/reservation-dialog/BookingForm.tsx": "owner/reservation-dialog/ReservationDialog.tsx",
  "owner/reservation-dialog/NewCustomerForm.tsx": "owner/reservation-dialog/ReservationDialog.tsx",
};

const texts = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
  .map((file) => ({ file, source: readFileSync(join(import.meta.dirname, file), "utf8") }))
  .filter(({ source }) => /\bmultiline\b/.test(source));

it("each form with a long text asks before it is lost", () => {
  const unguarded = texts.filter(({ source }) => !GUARDS.test(source)).map(({ file }) => file);
  expect(texts.length).toBeGreaterThan(20);
  expect(unguarded.toSorted()).toEqual(Object.keys(SHOWN_IN).toSorted());
});

it.each(Object.values(SHOWN_IN).filter((file) => file.endsWith(".tsx")))("%s is guarded", (file) => {
  expect(readFileSync(join(import.meta.dirname, file), "utf8")).toMatch(GUARDS);
});
