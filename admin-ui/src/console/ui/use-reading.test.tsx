import { useState } from "react";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useReading } from "./use-reading";

function Form({ begun = "", reading = "" }) {
  const [name, setName] = useState(begun);
  const [kana, setKana] = useState(reading);
  const onRead = (read: string, composed: string) => {
    setName(composed);
    setKana(read);
  };
  const composing = useReading(kana, onRead, begun === "" ? undefined : begun);
  return (
    <>
      <input aria-label="name" value={name} onChange={(event) => setName(event.target.value)} {...composing} />
      <input aria-label="kana" value={kana} onChange={(event) => setKana(event.target.value)} />
    </>
  );
}

/** Composes the texts one after the other at the end of the name; the last one is the converted one. */
function compose(...texts: string[]): void {
  const field = screen.getByLabelText<HTMLInputElement>("name");
  const before = field.value;
  fireEvent.compositionStart(field);
  for (const data of texts) {
    fireEvent.compositionUpdate(field, { data });
    fireEvent.change(field, { target: { value: before + data } });
  }
  fireEvent.compositionEnd(field, { data: texts.at(-1) });
}

function type(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

const kana = () => screen.getByLabelText<HTMLInputElement>("kana").value;

it("fills in the reading of a converted name, in katakana", () => {
  render(<Form />);
  compose("w", "わ", "わt", "わた", "わたな", "わたなb", "わたなべ", "渡辺");
  expect(kana()).toBe("ワタナベ");
  type("name", "渡辺 ");
  compose("け", "けn", "けんj", "けんじ", "健二");
  expect(kana()).toBe("ワタナベ ケンジ");
  type("name", "渡辺 ");
  compose("しn", "慎");
  expect(kana(), "another part of the name, with an n that became ん").toBe("ワタナベ シン");
  type("name", "");
  compose("いとう", "伊藤");
  expect(kana(), "another name").toBe("イトウ");
});

it("continues or replaces the reading of a name in kana with which the form began", () => {
  render(<Form begun="いとう" reading="イトウ" />);
  type("name", "いとう ");
  compose("はなこ", "花子");
  expect(kana()).toBe("イトウ ハナコ");
  type("name", "");
  compose("わたなべ", "渡辺");
  expect(kana()).toBe("ワタナベ");
});

it("leaves a reading that the user wrote", () => {
  render(<Form />);
  compose("ひがし", "東");
  type("kana", "アズマ");
  type("name", "東 ");
  compose("たろう", "太郎");
  expect(kana()).toBe("アズマ");
});

it("ignores a cancelled conversion, letters, and a part within the name", () => {
  render(<Form />);
  compose("わた", "");
  expect(kana()).toBe("");
  compose("s", "sm", "smith");
  expect(kana()).toBe("");
  const field = screen.getByLabelText("name");
  type("name", "渡辺 健二");
  fireEvent.compositionStart(field);
  fireEvent.compositionUpdate(field, { data: "さま" });
  fireEvent.change(field, { target: { value: "渡辺様 健二" } });
  fireEvent.compositionEnd(field, { data: "様" });
  expect(kana()).toBe("");
});
