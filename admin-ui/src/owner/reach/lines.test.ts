import { expect, it } from "vitest";
import { linesOf } from "./lines";

const WANTED = {
  slug: "sushi-kagura",
  name: '"A&B" <Kagura>',
  language: "en",
  script: "https://seki.example/widget.js",
  page: "https://seki.example/widget/sushi-kagura",
} as const;

it("is one line of HTML for any restaurant name", () => {
  const { script, frame } = linesOf(WANTED);
  const made = new DOMParser().parseFromString(frame, "text/html").querySelector("iframe");
  expect(made?.getAttribute("src")).toBe("https://seki.example/widget/sushi-kagura?locale=en");
  expect(made?.getAttribute("title")).toBe('Book a table at "A&B" <Kagura>');
  expect(script).toBe(
    '<script src="https://seki.example/widget.js" data-restaurant="sushi-kagura" data-lang="en" async></script>',
  );
  expect(`${script}${frame}`).not.toContain("\n");
});
