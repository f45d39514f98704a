import { fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { useState } from "react";
import { expect, it } from "vitest";
import { loadTexts } from "@/owner/i18n/load-texts";
import { KanaField } from "./KanaField";

function Form({ onKana }: { onKana: (kana: string) => void }) {
  const [kana, setKana] = useState("");
  const change = (next: string) => {
    onKana(next);
    setKana(next);
  };
  return <KanaField value={kana} onChange={change} />;
}

it("shows a reading in katakana when the field is left, and changes no other one", async () => {
  const seen: string[] = [];
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")}>
      <Form onKana={(kana) => seen.push(kana)} />
    </CoreAdminContext>,
  );
  const field = screen.getByLabelText("フリガナ");
  fireEvent.change(field, { target: { value: "わたなべ" } });
  expect(field, "while it is typed").toHaveValue("わたなべ");
  fireEvent.blur(field);
  expect(field).toHaveValue("ワタナベ");
  fireEvent.blur(field);
  expect(seen).toEqual(["わたなべ", "ワタナベ"]);
});
