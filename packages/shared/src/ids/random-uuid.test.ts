import { afterEach, expect, it, vi } from "vitest";
import { randomUuid } from "./random-uuid";

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => {
  vi.unstubAllGlobals();
});

it("needs no secure origin, and never repeats", () => {
  const { crypto } = globalThis;
  const insecure = { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) };
  vi.stubGlobal("crypto", insecure);
  const ids = Array.from({ length: 200 }, randomUuid);
  expect(ids.filter((id) => !VERSION_4.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

it.each([
  [0x00, "00000000-0000-4000-8000-000000000000"],
  [0xff, "ffffffff-ffff-4fff-bfff-ffffffffffff"],
])("sets version and variant of bytes %i", (byte, id) => {
  vi.stubGlobal("crypto", { getRandomValues: (values: Uint8Array) => values.fill(byte) });
  expect(randomUuid()).toBe(id);
});
