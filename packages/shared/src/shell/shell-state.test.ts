import { expect, it } from "vitest";
import { shellState } from "./shell-state";
import type { Envelope } from "./shell-state";

interface Page extends Envelope {
  session: { email: string; restaurants: string[] };
  locale: string;
}

const page = (email: string): Page => ({
  now: "2026-12-08T09:00:00+09:00",
  flash: [],
  csrf_token: "token",
  session: { email, restaurants: ["鮨かぐら"] },
  locale: "ja",
});

it("keeps the same objects while a page brings equal ones", () => {
  const { rememberPage, currentShell } = shellState<Page, Pick<Page, "session" | "locale">>(({ session, locale }) => ({
    session,
    locale,
  }));
  rememberPage(page("owner@seki.test"));
  const first = currentShell();
  rememberPage(page("owner@seki.test"));
  expect(currentShell()).toBe(first);
  rememberPage(page("staff@seki.test"));
  expect(currentShell()?.session.email).toBe("staff@seki.test");
  expect(currentShell()?.session.restaurants).toBe(first?.session.restaurants);
});
