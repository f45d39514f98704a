import { expect, it } from "vitest";
import { i18nProviderOf } from "./provider";

const MESSAGES = {} as Parameters<typeof i18nProviderOf>[1]["messages"];

it("chooses the form of a text by its count", () => {
  const en = i18nProviderOf("en", { texts: { guests: "%{count} guest |||| %{count} guests" }, messages: MESSAGES });
  expect([1, 2, 0].map((count) => en.translate("guests", { count }))).toEqual(["1 guest", "2 guests", "0 guests"]);
  const ja = i18nProviderOf("ja", { texts: { guests: "%{count}名" }, messages: MESSAGES });
  expect(ja.translate("guests", { count: 1 })).toBe("1名");
  expect(ja.translate("guests", { count: 20_000 })).toBe("20,000名");
  expect(en.translate("guests", { count: 50_000 })).toBe("50,000 guests");
});

it("adds the texts of a page to the groups of the first texts", async () => {
  const texts = { resources: { users: { name: "ユーザー" } }, all: "すべて" };
  const ja = i18nProviderOf("ja", { texts, messages: MESSAGES });
  await ja.add({ resources: { jobs: { name: "ジョブ" } } });
  const named = ["resources.users.name", "resources.jobs.name", "all"].map((key) => ja.translate(key));
  expect(named).toEqual(["ユーザー", "ジョブ", "すべて"]);
});
