import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/**
 * Exempt files: a clock with seconds, the concierge's hours (not displayed), and the date of a pending fee, which has
 * no instant.
 */
const OWN_SHAPE = /ServerClock\.tsx$|concierge\/model\/hours\.ts$|CreditCardPage\.tsx$/;

it("all dates and times are formatted by the shared helper, not by the browser or the server", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("testing/") && !/\.test\.tsx?$/.test(file))
    .filter((file) => !OWN_SHAPE.test(file));
  const shape = /Intl\.DateTimeFormat|toLocale(Date|Time)String|\.(display_time|display_at|arrival_text)\b/;
  expect(files.filter((file) => shape.test(readFileSync(join(import.meta.dirname, file), "utf8")))).toEqual([]);
});
