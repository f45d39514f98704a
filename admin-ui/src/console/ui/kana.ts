const KANA = /^[\p{Script=Hiragana}\p{Script=Katakana}ー・ ]+$/u;

/** Returns a text of kana and spaces in katakana of usual width; null for any other text. */
export function katakanaOf(typed: string): string | null {
  const text = typed.normalize("NFKC").trim().replaceAll(/ +/g, " ");
  if (!KANA.test(text)) return null;
  return text.replaceAll(/[ぁ-ゖ]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0x60));
}
