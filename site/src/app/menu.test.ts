import { describe, expect, it } from "vitest";
import { aUser, aConfig } from "@/testing/builders";
import { signedInMenu } from "./menu";

const keys = (user: Parameters<typeof aUser>[0]) =>
  signedInMenu(aUser(user), { ...aConfig().links, mall: null, inbound: null }, 12).map((item) => item.key);

describe("the signed-in menu", () => {
  it("offers a plain diner the premium plan", () => {
    expect(keys({})).toEqual(["reservations", "favorites", "raffles", "premium_join", "account", "email", "help"]);
  });

  it("leaves out what has no address here", () => {
    const links = { ...aConfig().links, raffles: null, help: null };
    const shown = signedInMenu(aUser({}), links, 12).map((item) => item.key);
    expect(shown).not.toContain("raffles");
    expect(shown).not.toContain("help");
  });

  it("hides gold from agents", () => {
    expect(keys({ is_gold: true, is_gold_invited: true })).toContain("gold_rounds");
    expect(keys({ is_gold: true, is_gold_invited: true, is_agent: true })).not.toContain("gold");
  });

  it("opens the premium calendar on the current month", () => {
    const menu = signedInMenu(aUser({ is_premium: true }), aConfig().links, 12);
    expect(menu.find((item) => item.key === "premium_calendar")?.to).toBe("/users/premium/calendar/12");
  });
});
