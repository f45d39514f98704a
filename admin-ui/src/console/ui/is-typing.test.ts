import { expect, it } from "vitest";
import { isTyping } from "./is-typing";

function buttonIn(role: string): HTMLElement {
  const box = document.createElement("div");
  box.setAttribute("role", role);
  return box.appendChild(document.createElement("button"));
}

it("distinguishes fields and dialogs from the page", () => {
  expect(isTyping(document.createElement("input"))).toBe(true);
  expect(isTyping(document.createElement("button"))).toBe(false);
  expect(isTyping(null)).toBe(false);
  expect(isTyping(buttonIn("region"))).toBe(false);
  expect(isTyping(buttonIn("dialog"))).toBe(true);
  expect(isTyping(buttonIn("alertdialog")), "a question waits for its answer").toBe(true);
});
