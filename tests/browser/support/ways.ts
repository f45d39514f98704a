/**
 * A diner's journey is gone in each language and at each width, once: what depends on both shows with the longest texts, which
 * every page is looked at with. The main job is gone in all four ways.
 */
export const WAYS = [
  { lang: "ja", width: 390, height: 844 },
  { lang: "en", width: 1440, height: 900 },
] as const;
