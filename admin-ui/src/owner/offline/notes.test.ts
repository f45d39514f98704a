import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { countUnsent, clearOfflineData, clearDays, maintainOfflineData } from "./guard";
import { uidOf } from "./model";
import type { NewNote } from "./model";
import { addNote, currentNotes, decideNote, dropNote, discardSent, readNotes, sendNotes } from "./notes";
import { openDatabase } from "./store";

const SESSION = { email: "o@seki.test", is_impersonated: false, is_admin: false, restaurant: { slug: "kagura" } };
const NOW = Date.parse("2026-12-08T09:10:00Z");

interface Call {
  method: string;
  path: string;
  body: Record<string, unknown>;
}
let calls: Call[];
let answer: (call: Call) => Response | Promise<Response>;

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const done = () => json(200, { data: { uid: "w1", state: "seated" } });

function signIn(over: Partial<typeof SESSION> = {}): typeof SESSION {
  const session = { ...SESSION, ...over };
  vi.spyOn(api, "currentShell").mockReturnValue({ session } as never);
  return session;
}

beforeEach(async () => {
  calls = [];
  answer = done;
  signIn();
  vi.spyOn(api, "serverNow").mockImplementation(() => new Date(NOW));
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const call = { method: init.method ?? "", path, body: JSON.parse(String(init.body)) as Record<string, unknown> };
    calls.push(call);
    return answer(call);
  });
  await clearOfflineData();
  await readNotes();
  discardSent(currentNotes().sent);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const COMMON = { date: "2026-12-08", happenedAt: "2026-12-08T09:03:00.000Z", seats: "C1" };
const walkIn = (key: string): NewNote => ({
  ...COMMON,
  kind: "walk_in",
  key,
  guests: 1,
  groupUid: "g1",
  itemUids: ["c1"],
});
const step = (key: string, of: string, state: "bill" | "seated" = "seated"): NewNote => ({
  ...COMMON,
  kind: "step",
  key,
  of,
  state,
  from: null,
  starts: "18:00",
});
const settled = () => vi.waitFor(() => expect(currentNotes().isSending).toBe(false));
const cut = () => {
  answer = () => Promise.reject(new TypeError("no line"));
};

it("stores offline notes and sends them once and in order", async () => {
  cut();
  await addNote(walkIn("k1"));
  await addNote(step("k2", uidOf({ key: "k1" }), "bill"));
  await addNote(step("k3", "r1"));
  await settled();
  expect(currentNotes().waiting.map(({ key }) => key)).toEqual(["k1", "k2", "k3"]);
  expect(await countUnsent()).toBe(3);
  calls = [];
  answer = done;
  await sendNotes();
  expect(calls.map(({ path, body }) => [path, body["idempotency_key"]])).toEqual([
    ["/owners/api/walk_ins?restaurant_slug=kagura", "k1"],
    ["/owners/api/reservations/w1/service_state?restaurant_slug=kagura", "k2"],
    ["/owners/api/reservations/r1/service_state?restaurant_slug=kagura", "k3"],
  ]);
  expect(calls.map(({ body }) => body["happened_at"] ?? body["at"])).toEqual(Array(3).fill(COMMON.happenedAt));
  expect(currentNotes().waiting).toEqual([]);
  expect(currentNotes().sent).toHaveLength(3);
  await sendNotes();
  expect(calls).toHaveLength(3);
});

it("sends no time after the server's current time", async () => {
  await addNote({ ...step("k1", "r1"), happenedAt: "2026-12-08T09:59:00.000Z" });
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body["at"]).toBe(new Date(NOW).toISOString());
  await settled();
});

it("retries with the same key and sends no later note before", async () => {
  answer = () => json(503, { code: "unavailable" });
  await addNote(step("k1", "r1"));
  await addNote(step("k2", "r2"));
  await settled();
  await sendNotes();
  expect(new Set(calls.map(({ body }) => body["idempotency_key"]))).toEqual(new Set(["k1"]));
  answer = done;
  calls = [];
  await sendNotes();
  expect(calls.map(({ body }) => body["idempotency_key"])).toEqual(["k1", "k2"]);
});

it("stores a conflict and sends the decision", async () => {
  answer = ({ body }) =>
    body["from"] === undefined ? done() : json(409, { code: "service_state_moved", message: "変更済み" });
  await addNote(step("k1", "r1"));
  await settled();
  const [clash] = currentNotes().waiting;
  expect(clash?.problem).toMatchObject({ code: "service_state_moved", message: "変更済み" });
  await sendNotes();
  expect(
    calls.map(({ body }) => body["from"]),
    "first from the seen state, then from the target state",
  ).toEqual([null, "seated"]);
  if (clash) await decideNote(clash, { from: undefined });
  await vi.waitFor(() => expect(currentNotes().waiting).toEqual([]));
  expect(calls[2]?.body).not.toHaveProperty("from");
  expect(calls[2]?.body["at"]).toBe(COMMON.happenedAt);
});

it("resolves a step that another user recorded too without a conflict", async () => {
  answer = ({ body }) => (body["from"] === "bill" ? done() : json(409, { code: "service_state_moved", message: "" }));
  await addNote({ ...step("k1", "r1", "bill"), from: "seated" } as NewNote);
  await settled();
  expect(currentNotes().waiting).toEqual([]);
  expect(calls.map(({ body }) => [body["from"], body["state"]])).toEqual([
    ["seated", "bill"],
    ["bill", "bill"],
  ]);
});

it("drops a walk-in with its steps and no other note", async () => {
  cut();
  await addNote(walkIn("k1"));
  await addNote(step("k2", uidOf({ key: "k1" })));
  await addNote(step("k3", "r1"));
  await settled();
  const [party] = currentNotes().waiting;
  if (party) await dropNote(party);
  expect(currentNotes().waiting.map(({ key }) => key)).toEqual(["k3"]);
});

it("keeps notes after the session has ended, and deletes them when another user signs in", async () => {
  answer = () => json(401, { code: "sign_in_required" });
  await addNote(step("k1", "r1"));
  await settled();
  expect(currentNotes()).toMatchObject({ isSignedOut: true, waiting: [{ key: "k1", problem: null }] });
  await clearDays();
  expect(await countUnsent()).toBe(1);
  const stop = maintainOfflineData(signIn({ email: "other@seki.test" }) as never, "ja");
  await vi.waitFor(async () => expect(await countUnsent()).toBe(0));
  stop();
});

it("stores nothing during an impersonation", async () => {
  cut();
  await addNote(step("k1", "r1"));
  await settled();
  const impersonated = signIn({ is_impersonated: true });
  const stop = maintainOfflineData(impersonated as never, "ja");
  await vi.waitFor(async () => expect(await countUnsent()).toBe(0));
  await expect(addNote(step("k2", "r1"))).rejects.toThrow(api.NetworkError);
  expect(await (await openDatabase()).count("days")).toBe(0);
  stop();
});
