import { useRef } from "react";
import type { CompositionEvent } from "react";
import { katakanaOf } from "./kana";

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A name up to the end of a composed part, and its reading. */
interface ReadPart {
  name: string;
  reading: string;
}

/**
 * Returns handlers for the field of a name. They fill in its reading while the name is composed with an input method, from
 * the kana before their conversion. A reading that the user wrote stays; that of `begun`, the name in kana with which the
 * form began, does not. `onRead` gets the name, too, because some browsers report its change later.
 */
export function useReading(reading: string, onRead: (reading: string, name: string) => void, begun?: string) {
  const parts = useRef<readonly ReadPart[]>(begun === undefined ? [] : [{ name: begun, reading }]);
  const composed = useRef("");
  const onCompositionStart = () => {
    composed.current = "";
  };
  const onCompositionUpdate = ({ data }: CompositionEvent<Field>) => {
    // An n at the end becomes ん if the conversion follows.
    const kana = katakanaOf(data.replace(/[nｎ]$/, "ん"));
    if (data === "" || kana !== null) composed.current = kana ?? "";
  };
  const onCompositionEnd = ({ data, currentTarget: { value } }: CompositionEvent<Field>) => {
    const read = composed.current;
    const isOwn = reading === "" || reading === parts.current.at(-1)?.reading;
    if (data === "" || read === "" || !isOwn || !value.endsWith(data)) return;
    const before = value.slice(0, -data.length);
    const kept = parts.current.filter(({ name }) => before.startsWith(name));
    const first = kept.at(-1)?.reading ?? "";
    const next = first + (first !== "" && /\s$/.test(before) ? " " : "") + read;
    parts.current = [...kept, { name: value, reading: next }];
    onRead(next, value);
  };
  return { onCompositionStart, onCompositionUpdate, onCompositionEnd };
}
