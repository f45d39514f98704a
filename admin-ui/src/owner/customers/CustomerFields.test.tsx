import { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
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
  const draft = { nickname: "", phone: noPhone, receipt_title: "", internal_memo: "", ...noNotes };
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
  const fields = screen.getByRole("textbox", { name: /お名前|氏名|名前/ }).closest(".MuiBox-root");
  expect(fields).toHaveStyle({ gridTemplateColumns: "minmax(0, 1fr)" });
});
