import { describe, expect, it } from "vitest";
import { withConditions } from "./conditions";
import type { Locale } from "@/api";
import { FIRST_SCREENS, LOCALES, draw as drawHere } from "./draw";

const NAMES = Object.keys(FIRST_SCREENS) as (keyof typeof FIRST_SCREENS)[];
function draw(name: keyof typeof FIRST_SCREENS, locale: Locale): Promise<string> {
  window.history.replaceState({}, "", `/${locale}/`);
  return drawHere(name, locale);
}

const EVERY = LOCALES.flatMap((locale) => NAMES.map((name) => ({ name, locale })));

describe.each(EVERY)("the first screen of $name in $locale", ({ name, locale }) => {
  it("requests every text of the page and the address's language from the server", async () => {
    const drawn = await draw(name, locale);
    expect(drawn).not.toMatch(/zq\w*qz|90\d\d09/);
    expect(drawn).not.toContain(`"/${locale}`);
    expect(drawn).toContain('href="{{ prefix }}/users/sign_up"');
    expect(drawn.match(/\{% (?:if|for) /g)).toHaveLength(drawn.match(/\{% end(?:if|for) %\}/g)?.length ?? 0);
  });

  it("has no control that can be pressed or typed into without effect", async () => {
    const drawn = await draw(name, locale);
    expect(drawn).not.toMatch(/<button (?!inert)/);
    expect(drawn).not.toMatch(/<(?:input|select|textarea) (?!disabled)/);
  });
});

it("shows each restaurant of the home page, with its picture for readers without script", async () => {
  const drawn = await draw("home", "ja");
  expect(drawn).toMatch(
    /\{% for card in data\.restaurants %\}<li>.*\{\{ card\.restaurant_name \}\}.*<\/li>\{% endfor %\}/s,
  );
  expect(drawn).toMatch(/<noscript><img [^>]*src="\{\{ card\.image_url \}\}"[^>]*loading="lazy"\/?><\/noscript>/);
});

it("shows the English name next to a Japanese one only if there is one", async () => {
  const condition = "{% if data.restaurant.restaurant_name_en %}";
  expect(await draw("restaurant", "ja")).toContain(condition);
  expect(await draw("restaurant", "en")).not.toContain("restaurant_name_en");
});

it("uses the texts of an order if everything is delivered", async () => {
  const drawn = await draw("restaurant", "ja");
  expect(drawn).toContain("{% if data.restaurant.is_delivery_only %}受付カレンダー{% else %}空席カレンダー{% endif %}");
});

it("fails if a drawing has lost a part that depends on the page", () => {
  expect(() => withConditions("<main></main>", "home", "ja")).toThrow("The drawing of home has no");
});
