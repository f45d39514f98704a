import { beforeEach, expect, it, vi } from "vitest";
import type * as Setup from "./setup";

/** As a browser loads it: no language yet. */
let setup: typeof Setup;

beforeEach(async () => {
  vi.resetModules();
  setup = await import("./setup");
});

it("a page that asks for the later texts before the first ones have come gets both", async () => {
  const started = setup.startTranslation("en");
  await setup.addLaterTexts();
  const { getI18n } = await import("react-i18next");
  expect(getI18n().t("review.title")).toBe("Check your reservation");
  expect(getI18n().t("common.retry")).toBe("Try again");
  await started;
});

it("there are no later texts where no language was ever begun", async () => {
  await expect(setup.addLaterTexts()).rejects.toThrow("no language yet");
});
