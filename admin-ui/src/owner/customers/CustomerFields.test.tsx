import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { noPhone } from "../phone";
import { CustomerFields } from "./CustomerFields";
import { noNotes } from "./notes/draft";

it("a tag that is too long makes no field wider than the dialog, and its error is shown", async () => {
  vi.spyOn(api, "send").mockReturnValue(new Promise(() => undefined));
  const tag = "常".repeat(300);
  const draft = { nickname: "", kana: "", phone: noPhone, receipt_title: "", internal_memo: "", ...noNotes };
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <CustomerFields
        draft={{ ...draft, tags: [{ tag, label: tag }] }}
        errors={{ tags: "タグが長すぎます" }}
        onChange={() => undefined}
      />
    </CoreAdminContext>,
  );
  expect(screen.getByText("タグが長すぎます")).toBeVisible();
  const fields = screen.getByRole("textbox", { name: /お名前/ }).closest(".MuiBox-root");
  expect(fields).toHaveStyle({ gridTemplateColumns: "minmax(0, 1fr)" });
});

it("has the reading after the name, which composing the name fills in", async () => {
  vi.spyOn(api, "send").mockReturnValue(new Promise(() => undefined));
  const draft = { nickname: "", kana: "", phone: noPhone, receipt_title: "", internal_memo: "", ...noNotes };
  const onChange = vi.fn<(draft: unknown) => void>();
  const i18nProvider = await loadTexts("ja");
  const page = (errors: Record<string, string>, memoOnly: boolean) => (
    <CoreAdminContext i18nProvider={i18nProvider} queryClient={new QueryClient()}>
      <CustomerFields draft={draft} errors={errors} memoOnly={memoOnly} onChange={onChange} />
    </CoreAdminContext>
  );
  const { rerender } = render(page({ kana: "長すぎます" }, false));
  const [name, reading] = screen.getAllByRole("textbox");
  expect(reading).toHaveAccessibleName("フリガナ");
  expect(reading).toHaveAccessibleDescription("長すぎます");
  fireEvent.compositionStart(name!);
  fireEvent.compositionUpdate(name!, { data: "わたなべ" });
  fireEvent.change(name!, { target: { value: "渡辺" } });
  Object.assign(name!, { value: "渡辺" });
  fireEvent.compositionEnd(name!, { data: "渡辺" });
  expect(onChange).toHaveBeenLastCalledWith({ ...draft, nickname: "渡辺", kana: "ワタナベ" });
  rerender(page({}, true));
  expect(screen.queryByLabelText("フリガナ"), "a diner's own").toBeNull();
});
