import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { rememberSigned } from "../shell/csrf-token";
import { request } from "./client";
import { ApiError } from "./http";

const HANAKO = { user: { email: "hanako@seki.test" } };
const sent: string[] = [];
let page: { status: number; body: object };

/** A server that takes the token "new" only. */
const server = vi.fn<typeof fetch>((address, init) => {
  const token = new Headers(init?.headers).get("X-CSRF-Token");
  if (token === null) return Promise.resolve(Response.json(page.body, { status: page.status }));
  sent.push(`${String(address)} ${token} ${String(init?.body)}`);
  const answer = token === "new" ? Response.json({}) : Response.json({ code: "csrf" }, { status: 422 });
  return Promise.resolve(answer);
});

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("fetch", server);
  vi.stubGlobal("window", { location: { href: "/users/profile" } });
  rememberSigned({ csrf_token: "old", session: HANAKO });
});
afterEach(() => vi.unstubAllGlobals());

const write = () => request("/users/api/customers", { method: "POST", body: "typed" });

it("sends a write once more with the new token, where the person is still the same", async () => {
  page = { status: 200, body: { csrf_token: "new", session: HANAKO } };
  expect((await write()).ok).toBe(true);
  expect(sent).toEqual(["/users/api/customers old typed", "/users/api/customers new typed"]);
  await write();
  expect(sent).toHaveLength(3);
});

it("sends nothing in the name of somebody else, however often it is asked to", async () => {
  page = { status: 200, body: { csrf_token: "new", session: { user: { email: "kenji@seki.test" } } } };
  for (const attempt of [1, 2]) {
    await expect(write(), `attempt ${attempt}`).rejects.toMatchObject({ problem: { code: "csrf" } });
  }
  expect(sent).toEqual(["/users/api/customers old typed", "/users/api/customers old typed"]);
});

it("tells whoever is signed out by now, and gives up after one repetition", async () => {
  page = { status: 401, body: { code: "sign_in_required" } };
  await expect(write()).rejects.toMatchObject({ status: 401 });
  page = { status: 200, body: { csrf_token: "older", session: HANAKO } };
  await expect(write()).rejects.toBeInstanceOf(ApiError);
  expect(sent).toHaveLength(3);
});

it("lets the call itself say that one is signed out, where the page is for everybody", async () => {
  page = { status: 200, body: { csrf_token: "new", session: null } };
  expect((await write()).ok, "what needs a person answers 401, which leads to the door").toBe(true);
  expect(sent).toEqual(["/users/api/customers old typed", "/users/api/customers new typed"]);
});

it("keeps its token when a page is shown that was kept without one", async () => {
  rememberSigned({ csrf_token: "new", session: HANAKO });
  rememberSigned({ csrf_token: "", session: HANAKO });
  await write();
  expect(sent).toEqual(["/users/api/customers new typed"]);
});
