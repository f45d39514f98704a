import { beforeEach, expect, it, vi } from "vitest";
import type * as Setup from "./setup";

/** The module as a browser loads it, without a language. */
let setup: typeof Setup;

beforeEach(async () => {
  vi.resetModules();
  setup = await import("./setup");
});

it("a page that requests the later texts before the first ones have loaded gets both", async () => {
  const started = setup.startTranslation("en");
  await setup.addLaterTexts();
  const { getI18n } = await import("react-i18next");
  expect(getI18n().t("review.title")).toBe("Check your reservation");
  expect(getI18n().t("common.retry")).toBe("Try again");
  await started;
});

it("later texts fail to load without a language", async () => {
  await expect(setup.addLaterTexts()).rejects.toThrow("no language has been started");
});
