/** The key code of a key that an input method has handled. */
const HANDLED = 229;

interface KeyPress {
  nativeEvent: Pick<KeyboardEvent, "isComposing" | "keyCode">;
}

/**
 * Reports whether an input method has handled a key, for example the Enter that accepts a conversion. Safari ends the
 * composition before that Enter, which is known by its key code only.
 */
export function isComposing({ nativeEvent }: KeyPress): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === HANDLED;
}
