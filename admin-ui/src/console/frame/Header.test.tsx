import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import * as api from "@/console/api";
import { consoleTexts, messages } from "@/console/i18n/ja";
import { i18nProviderOf } from "@/console/i18n/provider";
import { pageHeaderHeight } from "@/console/ui/page-header";
import { Header } from "./Header";

function Page({ isFramed }: { isFramed: boolean }) {
  return (
    <CoreAdminContext i18nProvider={i18nProviderOf("ja", { texts: consoleTexts, messages })}>
      <MemoryRouter>{isFramed && <Header onMenu={null} start="席" tools={null} banner="代理ログイン" />}</MemoryRouter>
    </CoreAdminContext>
  );
}

it("publishes its height with all lines of its banner, while it is shown", () => {
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(function measure(this: HTMLElement) {
    return this.textContent?.includes("代理ログイン") ? 152 : 65;
  });
  const { rerender } = render(<Page isFramed />);
  expect(screen.getByRole("banner")).toBeInTheDocument();
  expect(pageHeaderHeight()).toBe(152);
  rerender(<Page isFramed={false} />);
  expect(pageHeaderHeight()).toBe(64);
});
