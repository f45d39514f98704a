import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { rememberSigned } from "../shell/csrf-token";
import { request } from "./client";
import { ApiError } from "./http";

const HANAKO = { user: { email: "hanako@seki.test" } };
const sent: string[] = [];
let page: { status: number; body: object };

/** A server that accepts only the token "new". */
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

it("retries a write once with the new token if the same person is signed in", async () => {
  page = { status: 200, body: { csrf_token: "new", session: HANAKO } };
  expect((await write()).ok).toBe(true);
  expect(sent).toEqual(["/users/api/customers old typed", "/users/api/customers new typed"]);
  await write();
  expect(sent).toHaveLength(3);
});

it("sends no write in another person's name, even after repeated attempts", async () => {
  page = { status: 200, body: { csrf_token: "new", session: { user: { email: "kenji@seki.test" } } } };
  for (const attempt of [1, 2]) {
    await expect(write(), `attempt ${attempt}`).rejects.toMatchObject({ problem: { code: "csrf" } });
  }
  expect(sent).toEqual(["/users/api/customers old typed", "/users/api/customers old typed"]);
});

it("reports that the person is signed out, and gives up after one retry", async () => {
  page = { status: 401, body: { code: "sign_in_required" } };
  await expect(write()).rejects.toMatchObject({ status: 401 });
  page = { status: 200, body: { csrf_token: "older", session: HANAKO } };
  await expect(write()).rejects.toBeInstanceOf(ApiError);
  expect(sent).toHaveLength(3);
});

it("leaves it to the call to report that the person is signed out, on a public page", async () => {
  page = { status: 200, body: { csrf_token: "new", session: null } };
  expect((await write()).ok, "a call that needs a person gets 401, which leads to sign-in").toBe(true);
  expect(sent).toEqual(["/users/api/customers old typed", "/users/api/customers new typed"]);
});

it("keeps its token when a page that was cached without one is shown", async () => {
  rememberSigned({ csrf_token: "new", session: HANAKO });
  rememberSigned({ csrf_token: "", session: HANAKO });
  await write();
  expect(sent).toEqual(["/users/api/customers new typed"]);
});
