import { act, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it } from "vitest";
import { showFlash } from "@/console/api";
import { consoleTexts, messages } from "@/console/i18n/ja";
import { i18nProviderOf } from "@/console/i18n/provider";
import { Dialog } from "@/console/ui";
import { Notices } from "./Notices";

it("shows notices over the header, and a dialog at the top below them", async () => {
  render(
    <CoreAdminContext i18nProvider={i18nProviderOf("ja", { texts: consoleTexts, messages })}>
      <Notices />
      <Dialog open isAtTop>
        <input aria-label="検索" />
      </Dialog>
    </CoreAdminContext>,
  );
  act(() => showFlash({ kind: "notice", message: "予約を登録しました。", sticky: false }));
  const notice = await screen.findByText("予約を登録しました。");
  const area = notice.closest("[aria-live]");
  if (area === null) throw new Error("no area");
  expect(getComputedStyle(area).top).toBe("calc(8px + calc(var(--page-header, 64px) - 64px))");
  const container = screen.getByRole("dialog", { hidden: true }).closest(".MuiDialog-container");
  if (container === null) throw new Error("no container");
  expect(getComputedStyle(container).paddingTop).toBe("calc(var(--page-header, 64px) - 24px)");
});
