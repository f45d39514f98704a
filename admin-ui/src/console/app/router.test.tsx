import { render, screen } from "@testing-library/react";
import { useBasename, useResourceContext, useResourceDefinitions } from "ra-core";
import type { CoreLayoutProps } from "ra-core";
import { Link, RouterProvider, useLoaderData } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { consoleTexts, messages } from "@/console/i18n/ja";
import { i18nProviderOf } from "@/console/i18n/provider";
import { createFrontEndRouter, pageRoute } from "./router";

const authProvider = {
  login: () => Promise.resolve(),
  logout: () => Promise.resolve(),
  checkAuth: () => Promise.resolve(),
  checkError: () => Promise.resolve(),
  getPermissions: () => Promise.resolve(),
};
const frontEnd = { basename: "/admin", dataProvider: {} as never, authProvider };

function Layout({ children }: CoreLayoutProps) {
  const names = Object.keys(useResourceDefinitions());
  return (
    <>
      <nav aria-label={names.join()}>
        <Link to="/admin/users/7">next</Link>
      </nav>
      <main>{children}</main>
    </>
  );
}

function PageOf({ name }: { name: string }) {
  const { data } = useLoaderData<{ data: string }>();
  return <p>{`${name}: ${data}, resource ${useResourceContext() ?? "none"} below ${useBasename()}`}</p>;
}

const route = (name: string, path: string) =>
  pageRoute(
    name,
    path,
    ({ params }) => ({ data: params.id ?? "all" }),
    () => Promise.resolve({ default: () => <PageOf name={name} /> }),
  );
const pages = () => [
  route("home", "/admin"),
  route("users", "/admin/users"),
  route("user", "/admin/users/:id"),
  route("day", "/admin/days/:id"),
];

const missingPageLoader = () => null;

function open(address: string) {
  window.history.replaceState(null, "", address);
  const routes = { frontEnd, home: null, layout: Layout, resources: [{ name: "users" }], pages, missingPageLoader };
  const router = createFrontEndRouter(routes, address, i18nProviderOf("ja", { texts: consoleTexts, messages }));
  render(<RouterProvider router={router} />);
  return router;
}

const warn = vi.spyOn(console, "warn");
beforeEach(() => warn.mockClear());

it("draws a list's page inside its resource, and any other as a custom route, both inside the layout", async () => {
  const router = open("/admin/users");
  expect(await screen.findByText("users: all, resource users below /admin")).toBeVisible();
  const menu = await screen.findByRole("navigation", { name: "users" });
  screen.getByText("next").click();
  expect(await screen.findByText("user: 7, resource users below /admin")).toBeVisible();
  expect(screen.getByRole("navigation", { name: "users" }), "the layout stays").toBe(menu);
  await router.navigate("/admin/days/2");
  expect(await screen.findByText("day: 2, resource none below /admin")).toBeVisible();
  expect(warn).not.toHaveBeenCalled();
  router.dispose();
});

it.each(["/admin", "/en/admin"])("draws the front end's first page at %s", async (address) => {
  const router = open(address);
  expect(await screen.findByText(/^home: all/)).toBeVisible();
  router.dispose();
});
