import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it } from "vitest";
import { loadTexts } from "@/owner/i18n/load-texts";
import { GRID } from "../testing/sheet";
import { GridHead } from "./GridHead";

const FREE = [5, 5, 0, 4, 3];

async function show(findsSeats: boolean): Promise<void> {
  const operations = [{ name: "dinner", label: "ディナー" }] as never;
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")}>
      <div role="grid">
        <GridHead geometry={GRID} operations={operations} free={FREE} findsSeats={findsSeats} />
      </div>
    </CoreAdminContext>,
  );
}

it("has a button for each time, named as its head", async () => {
  await show(true);
  const buttons = screen.getAllByRole("button");
  expect(buttons.map((button) => button.textContent)).toEqual([
    "ディナー13:00空5",
    "13:30空5",
    "ディナー17:00空4",
    "17:30空3",
  ]);
  expect(buttons[3]).toHaveAccessibleName("17:30空3");
  expect(buttons[3]).toHaveAttribute("title", "17:30に空いている席を探す");
  expect(buttons[3]).toHaveAttribute("data-find", "17:30");
});

it("has no button without the right or the connection", async () => {
  await show(false);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("columnheader", { name: "17:30空3" })).toBeInTheDocument();
});
