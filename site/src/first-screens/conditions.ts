import type { Locale } from "@/api";
import { restaurants as en } from "@/i18n/en/restaurants";
import { restaurants as ja } from "@/i18n/ja/restaurants";
import { AREA, HELP, type Drawn, NAME_EN } from "./sample-pages";

interface Rule {
  /** Each pattern must match, so a changed drawing fails the build. */
  pattern: RegExp;
  write: (found: string) => string;
}

const when = (condition: string) => (found: string) => `{% if ${condition} %}${found}{% endif %}`;

/** Disables controls that need the application, so nothing can be pressed or typed without effect. */
export function disableControls(drawn: string): string {
  return drawn.replace(/<button\b/g, "<button inert").replace(/<(input|select|textarea)\b/g, "<$1 disabled");
}

/**
 * Removes markup that only React reads. Of the pictures only the first screen's own is requested before the page is
 * read.
 */
export function stripMarkup(drawn: string): string {
  return drawn.replace(/ data-discover="true"/g, "").replace(/<link rel="preload" as="image" href="[^"]*"\/>/g, "");
}

/** Adds the parts that depend on the visitor, the address and the page's lists. */
export function withConditions(drawn: string, name: Drawn, locale: Locale): string {
  const rules = [...everywhere(locale), ...(name === "home" ? cards(locale) : restaurant(locale))];
  return rules.reduce((before, { pattern, write }) => {
    const after = before.replace(pattern, write);
    if (after === before) throw new Error(`The drawing of ${name} has no ${String(pattern)}`);
    return after;
  }, drawn);
}

function everywhere(locale: Locale): Rule[] {
  return [
    ...(locale === "ja"
      ? [{ pattern: /<aside [^>]*\blang="en".*?<\/aside>/s, write: when("session.offered_locale") }]
      : []),
    { pattern: /<aside (?![^>]*\blang=)[^>]*aria-label.*?<\/aside>/s, write: when("not session.cookies_agreed") },
    { pattern: new RegExp(`(?:<li>)?<a href="${HELP}".*?</a>(?:</li>)?`, "gs"), write: when("config.links.help") },
    { pattern: new RegExp(HELP, "g"), write: () => "{{ config.links.help }}" },
    {
      pattern: new RegExp(`(?:href|action)="/${locale}(?=[/"])/?`, "g"),
      write: (found) => `${found.slice(0, found.indexOf('"'))}"{{ prefix }}/`,
    },
  ];
}

function cards(locale: Locale): Rule[] {
  return [
    place("card", locale),
    // The drawing has the plural; English needs the singular for one.
    ...(locale === "en"
      ? [
          {
            pattern: /restaurants(?=<\/p><\/div><ul)/,
            write: () => `restaurant{{ "" if data.total_count == 1 else "s" }}`,
          },
        ]
      : []),
    // Reserves the network for the first screen's picture. Without script there is nothing else to wait for.
    {
      pattern: /<img [^>]*loading="eager"[^>]*>/,
      write: (found) => `<noscript>${found.replace("eager", "lazy")}</noscript>`,
    },
    {
      pattern: /<li><article.*?<\/article><\/li>/s,
      write: (found) => `{% for card in data.restaurants %}${found}{% endfor %}`,
    },
  ];
}

function restaurant(locale: Locale): Rule[] {
  const name = locale === "ja" ? [{ pattern: new RegExp(`<p [^>]*>${NAME_EN}</p>`), write: englishName }] : [];
  const { calendar, calendar_order } = { en, ja }[locale].restaurant;
  const heading = {
    pattern: new RegExp(`(?<=<h2>)${calendar}(?=</h2>)`),
    write: () => `{% if data.restaurant.is_delivery_only %}${calendar_order}{% else %}${calendar}{% endif %}`,
  };
  return [place("data.restaurant", locale), ...name, heading];
}

const englishName = (found: string) =>
  when("data.restaurant.restaurant_name_en")(found.replace(NAME_EN, "{{ data.restaurant.restaurant_name_en }}"));

/** The same rule as `placeLine`. */
function place(owner: string, locale: Locale): Rule {
  const between = locale === "ja" ? "・" : ", ";
  const repeats = `${owner}.prefecture_i18n is startingwith(${owner}.area)`;
  return {
    pattern: new RegExp(between + AREA),
    write: () => when(`not ${repeats}`)(`${between}{{ ${owner}.area }}`),
  };
}
