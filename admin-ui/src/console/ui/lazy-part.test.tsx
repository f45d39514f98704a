import { fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { consoleTexts, messages } from "@/console/i18n/ja";
import { i18nProviderOf } from "@/console/i18n/provider";
import { lazyPart } from "./lazy-part";

const Panel = ({ name }: { name: string }) => <p>{name}の席</p>;

function show(part: React.ReactNode) {
  const i18nProvider = i18nProviderOf("ja", { texts: consoleTexts, messages });
  return render(
    <CoreAdminContext i18nProvider={i18nProvider}>
      <h1>12月1日</h1>
      {part}
    </CoreAdminContext>,
  );
}

it("leaves the page unchanged when its code cannot be fetched, and retries", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<typeof Panel>>(() => Promise.reject(new TypeError("Failed to fetch")));
  const Part = lazyPart(load);
  show(<Part name="佐藤" />);
  await screen.findByText(/通信できませんでした/);
  expect(screen.getByRole("heading", { name: "12月1日" })).toBeVisible();
  load.mockResolvedValue(Panel);
  fireEvent.click(screen.getByRole("button", { name: "もう一度試す" }));
  await screen.findByText("佐藤の席");
});

it("has its code before it is shown after a preload", async () => {
  const load = vi.fn<() => Promise<typeof Panel>>(() => Promise.resolve(Panel));
  const Part = lazyPart(load);
  Part.preload();
  expect(load).toHaveBeenCalledTimes(1);
  show(<Part name="鈴木" />);
  await screen.findByText("鈴木の席");
});
