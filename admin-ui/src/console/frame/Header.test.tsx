import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import * as api from "@/console/api";
import { consoleTexts, messages } from "@/console/i18n/ja";
import { i18nProviderOf } from "@/console/i18n/provider";
import { pageHeaderHeight } from "@/console/ui/page-header";
import { Header } from "./Header";

it("publishes its height with all lines of its banner, while it is shown", () => {
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(function measure(this: HTMLElement) {
    return this.textContent?.includes("代理ログイン") ? 152 : 65;
  });
  const header = (banner: string | null) => (
    <CoreAdminContext i18nProvider={i18nProviderOf("ja", { texts: consoleTexts, messages })}>
      <MemoryRouter>{banner !== null && <Header onMenu={null} start="席" tools={null} banner={banner} />}</MemoryRouter>
    </CoreAdminContext>
  );
  const { rerender } = render(header("代理ログイン"));
  expect(screen.getByRole("banner")).toBeInTheDocument();
  expect(pageHeaderHeight()).toBe(152);
  rerender(header(null));
  expect(pageHeaderHeight()).toBe(64);
});
