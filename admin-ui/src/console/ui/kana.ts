const KANA = /^[\p{Script=Hiragana}\p{Script=Katakana}ー・ ]+$/u;

/** Returns a text of kana and spaces in katakana of usual width; null for any other text. */
export function katakanaOf(typed: string): string | null {
  const text = typed.normalize("NFKC").trim().replaceAll(/ +/g, " ");
  if (!KANA.test(text)) return null;
  return inKatakana(text);
}

/** Returns a typed reading as the server stores it: usual width, and katakana for hiragana. Other letters stay. */
export function readingOf(typed: string): string {
  return inKatakana(typed.normalize("NFKC").trim());
}

function inKatakana(text: string): string {
  return text.replaceAll(/[ぁ-ゖゝゞ]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0x60));
}
