import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Calls that delete something. */
const DELETIONS = /"DELETE"|\buseDelete(Many)?\b|bulk_destroy/;
/** A question before, or an undo after a deletion. */
const GUARDS = /\b(useAsk|useUndo)\b/;

/** Calls without either in the same file, and the reason. */
const OTHERS: Record<string, string> = {
  "auth-provider.ts": "signs out",
  "layout/ImpersonationBanner.tsx": "ends an impersonation",
  "reservation-detail/NoShowFee.tsx": "withdraws a request, which the same button makes again",
  "staff/OwnerStaffPage.tsx": "the table and the pane of the staff ask before they call it",
};

it("each deletion asks before or can be undone", () => {
  const deleting = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, source: readFileSync(join(import.meta.dirname, file), "utf8") }))
    .filter(({ source }) => DELETIONS.test(source));
  const unguarded = deleting.filter(({ source }) => !GUARDS.test(source)).map(({ file }) => file);
  expect(deleting.length).toBeGreaterThan(10);
  expect(unguarded.toSorted()).toEqual(Object.keys(OTHERS).toSorted());
});
