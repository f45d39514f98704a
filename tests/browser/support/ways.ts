/**
 * A diner's journey runs once in each language and at each width: differences that depend on both appear with the
 * longest texts, with which every page is checked. The main job runs in all four combinations.
 */
export const WAYS = [
  { lang: "ja", width: 390, height: 844 },
  { lang: "en", width: 1440, height: 900 },
] as const;
