/** Characters that keyboards give in place of a hyphen: dashes, minus signs and the long vowel mark. */
const HYPHENS = /[\u2010-\u2015\u2212\u2500\u2501\u30fc]/g;

const NUMBER = /^\+?[\d\s().-]*\d[\d\s().-]*$/;

/**
 * Returns the number that a search text consists of, in any spelling; null for any other text. A number with
 * Japan's country code is returned in the Japanese notation, one with another code keeps its `+`.
 * `domain/src/phone/search_words.rs` has the same rule.
 */
export function searchNumber(typed: string): string | null {
  const text = typed.normalize("NFKC").replace(HYPHENS, "-").trim();
  if (!NUMBER.test(text)) return null;
  const digits = text.replace(/\D/g, "");
  if (!text.startsWith("+")) return digits;
  return digits.startsWith("81") ? digits.replace(/^810*/, "0") : `+${digits}`;
}
