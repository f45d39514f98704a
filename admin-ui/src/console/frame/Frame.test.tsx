import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { CoreAdminContext } from "ra-core";
import { Link, Outlet, RouterProvider, createMemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import * as api from "@/console/api";
import { consoleTexts, messages } from "@/console/i18n/ja";
import { i18nProviderOf } from "@/console/i18n/provider";
import { Frame } from "./Frame";
import type { MenuGroup } from "./menu";

const MENU: MenuGroup[] = [];

function loader(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null)));
}

function Layout() {
  return (
    <CoreAdminContext i18nProvider={i18nProviderOf("ja", { texts: consoleTexts, messages })}>
      <Frame header={{ start: "席", tools: null }} menu={MENU}>
        <Outlet />
      </Frame>
    </CoreAdminContext>
  );
}

it("does not render the header again for another page", async () => {
  const read = vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  const router = createMemoryRouter([
    {
      element: <Layout />,
      children: [
        { path: "/", element: <Link to="/next">次の日</Link> },
        { path: "/next", loader, element: <h1>翌日</h1> },
      ],
    },
  ]);
  render(<RouterProvider router={router} />);
  await userEvent.click(await screen.findByRole("link", { name: "次の日" }));
  await screen.findByRole("heading", { name: "翌日" });
  expect(read, "by the language switcher").toHaveBeenCalledTimes(1);
});
