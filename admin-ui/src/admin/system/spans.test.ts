import { expect, it } from "vitest";
import { aboutOf, instantOf, spanOf } from "./spans";

const t = ((key: string, { count }: { count: number }) => `${count} ${key.split(".")[1]}`) as never;

it.each([
  [0, "0 seconds"],
  [119, "119 seconds"],
  [120, "2 minutes"],
  [7_199, "119 minutes"],
  [7_200, "2 hours"],
  [172_800, "2 days"],
])("%i seconds are %s", (seconds, text) => {
  expect(spanOf(t, seconds)).toBe(text);
});

it("formats instants in Japan's local time, in any time zone of the browser", () => {
  expect(instantOf("ja", "2026-11-30T15:30:05Z")).toBe("2026年12月01日 00:30:05");
});

it("formats a job's payload, or shows it as stored", () => {
  expect(aboutOf('{"provider_event_id":3,"type":"provider_event"}')).toBe("provider_event_id: 3, type: provider_event");
  expect(aboutOf("{")).toBe("{");
});
