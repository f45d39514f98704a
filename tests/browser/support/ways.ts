/** Each journey of a tier is gone in both languages, at a desk and on a phone. */
export const WAYS = [
  { lang: "ja", width: 1440, height: 900 },
  { lang: "ja", width: 390, height: 844 },
  { lang: "en", width: 1440, height: 900 },
  { lang: "en", width: 390, height: 844 },
] as const;
