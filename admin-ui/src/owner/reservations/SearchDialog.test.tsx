import { fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { loadTexts } from "@/owner/i18n/load-texts";
import { SearchDialog } from "./SearchDialog";
import { NO_FILTER } from "./search";

it("reports reversed days instead of an empty result", async () => {
  const show = vi.fn<() => void>();
  const filter = { ...NO_FILTER, from: "2026-12-05", till: "2026-12-01" };
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")}>
      <SearchDialog filter={filter} presets={[]} onClose={() => undefined} onShow={show} />
    </CoreAdminContext>,
  );
  const [from, till] = [/開始|から/, /終了|まで/].map((label) => screen.getByLabelText(label));
  fireEvent.submit(from!.closest("form")!);
  expect(till).toHaveAccessibleDescription("終了日は開始日以降にしてください。");
  expect(show).not.toHaveBeenCalled();
});
