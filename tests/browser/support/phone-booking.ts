import type { Page } from "@playwright/test";
import type { KeyGroups } from "./key-groups";
import { expect } from "./test";

const NEXT = /^(?:予約内容へ進む|Continue to the reservation)$/;
/** The only option of a search without a result. */
const ADD = [/新しいお客様として登録|as a new customer/];
const COURSE = /^(?:コース|Course)/;

/**
 * Books by phone with the keyboard alone, in the day's grid, in either language: one line with party size, time and guest,
 * then what is missing. A phone number makes the guest a new one. The focus is awaited as a person would.
 */
export async function bookByKeys(page: Page, keys: KeyGroups, line: string, newNumber?: string): Promise<void> {
  await keys.press("n");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("combobox")).toBeFocused();
  await keys.type(line);
  await expect(dialog.getByRole("option").first()).toBeVisible();
  await keys.press("Enter");
  if (newNumber !== undefined) {
    await expect(dialog.getByRole("combobox")).toBeFocused();
    await expect(dialog.getByRole("option")).toHaveText(ADD);
    await keys.press("Enter");
    await expect(dialog.locator("input[type=tel]")).toBeFocused();
    await keys.type(newNumber);
    await keys.press("Enter");
  }
  await expect(dialog.getByRole("button", { name: NEXT })).toBeFocused();
  await keys.press("Enter");
  const course = dialog.getByLabel(COURSE);
  await expect(course).toBeVisible();
  if ((await course.inputValue()) === "") {
    await expect(course).toBeFocused();
    await keys.press("ArrowDown");
    await expect(course).not.toHaveValue("");
    await keys.press("Control+Enter");
  } else await keys.press("Enter");
  await expect(dialog).toHaveCount(0);
}
