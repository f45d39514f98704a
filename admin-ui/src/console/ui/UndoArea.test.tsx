import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { beforeEach, expect, it, vi } from "vitest";
import { consoleTexts, messages } from "@/console/i18n/ja";
import { i18nProviderOf } from "@/console/i18n/provider";
import { UndoProvider, useUndo } from "./Undo";
import { UndoArea } from "./UndoArea";

/** Reports the share of the area that is in view. */
let seen: (intersectionRatio: number) => void = () => undefined;

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(report: (entries: readonly { intersectionRatio: number }[]) => void) {
        seen = (intersectionRatio) => act(() => report([{ intersectionRatio }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(64);
});

function Step() {
  const { offer } = useUndo();
  return <button onClick={() => offer({ message: "着席にしました。" })}>着席</button>;
}

function Page({ isFree = true, isCovered = false }: { isFree?: boolean; isCovered?: boolean }) {
  const i18nProvider = i18nProviderOf("ja", { texts: consoleTexts, messages });
  return (
    <CoreAdminContext i18nProvider={i18nProvider} queryClient={new QueryClient()}>
      <UndoProvider>
        <div data-testid="area" inert={isCovered}>
          <UndoArea isFree={isFree}>
            <span>空いている席をタップしてください。</span>
          </UndoArea>
        </div>
        <Step />
      </UndoProvider>
    </CoreAdminContext>
  );
}

const isInArea = () => screen.getByTestId("area").contains(screen.getByText("着席にしました。"));
const reserved = () => document.documentElement.style.getPropertyValue("--undo-bar");
const press = () => fireEvent.click(screen.getByRole("button", { name: "着席" }));

it("shows the offer in the area, without space at the foot of the page, while the area is in view", () => {
  render(<Page />);
  seen(1);
  press();
  expect([isInArea(), reserved()]).toEqual([true, ""]);
  const content = screen.getByText("着席にしました。").closest(".MuiSnackbarContent-root");
  expect(content, "the button does not wrap to below the area").toHaveStyle({ flexWrap: "nowrap", height: "100%" });
  seen(0.4);
  expect([isInArea(), reserved()], "scrolled away").toEqual([false, "64px"]);
});

it("shows the offer at the foot of the page if the area is needed or covered", () => {
  const { rerender } = render(<Page isCovered />);
  seen(1);
  press();
  expect(isInArea(), "a pane covers it").toBe(false);
  rerender(<Page />);
  press();
  expect(isInArea()).toBe(true);
  rerender(<Page isFree={false} />);
  expect(isInArea(), "seats were chosen, which it names").toBe(false);
});
