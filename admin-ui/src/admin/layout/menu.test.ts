import { expect, it } from "vitest";
import type { AdminSession } from "@/console/api";
import type { Translate } from "@/admin/i18n/use-t";
import { menuOf } from "./menu";

const FLAGS = {
  osg: false,
  onr: false,
  ofsr: false,
  ivr: false,
  os: false,
  cpn: false,
  cxl: false,
  refunds: false,
  privacy_export: false,
  privacy_erase: false,
  impersonation: false,
  staff: false,
  risky_settings: false,
};
const t = ((key: string) => key) as Translate;

const at = (restaurant: AdminSession["restaurant"]): AdminSession => ({
  nickname: "運営",
  email: "admin@seki.test",
  restaurant,
  flags: FLAGS,
});

it("shows a restaurant's pages if the page is about a restaurant", () => {
  const labels = (session: AdminSession) => menuOf(session, t).map(({ label }) => label);
  expect(labels(at(null))).not.toContain("鮨かぐら");
  const kagura = menuOf(at({ slug: "sushi-kagura", restaurant_name: "鮨かぐら" }), t);
  const own = kagura.find(({ label }) => label === "鮨かぐら");
  expect(own?.entries.map(({ to }) => to)).toContain("/admin/r/sushi-kagura/raffle_rounds");
});

it("gives every entry its own icon, which is all that a collapsed menu shows", () => {
  const flags = Object.fromEntries(Object.keys(FLAGS).map((name) => [name, true])) as typeof FLAGS;
  const menu = menuOf({ ...at({ slug: "sushi-kagura", restaurant_name: "鮨かぐら" }), flags }, t);
  const signs = menu.flatMap(({ entries }) => entries.map(({ Icon }) => Icon));
  expect(new Set(signs).size).toBe(signs.length);
});

function addresses(flags: Partial<typeof FLAGS>) {
  return menuOf({ ...at(null), flags: { ...FLAGS, ...flags } }, t).flatMap(({ entries }) =>
    entries.map(({ to }) => to),
  );
}

it("leads to the reservations and raffles of all restaurants", () => {
  expect(addresses({})).toEqual(expect.arrayContaining(["/admin/reservations", "/admin/raffle_rounds"]));
});

it("shows personal data to an admin with one of its two permissions", () => {
  expect(addresses({ refunds: true })).not.toContain("/admin/privacy");
  expect(addresses({ privacy_export: true })).toContain("/admin/privacy");
  expect(addresses({ privacy_erase: true })).toContain("/admin/privacy");
});

it("shows the lists of money to admins with their permission", () => {
  expect(addresses({ staff: true })).not.toContain("/admin/charges");
  expect(addresses({ refunds: true })).toEqual(expect.arrayContaining(["/admin/charges", "/admin/payouts"]));
});
