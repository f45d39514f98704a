import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import { FilterField, FilterForm } from "./FilterForm";

it("reports a reversed range instead of finding nothing", async () => {
  const fetchPage = vi.spyOn(api, "fetchPage");
  const form = (
    <FilterForm>
      <FilterField name="date_from" type="date" label="開始日" value="2026-12-05" />
      <FilterField name="date_till" type="date" label="終了日" value="2026-12-01" />
    </FilterForm>
  );
  await openPage("/", "/", form, {});
  fireEvent.click(await screen.findByRole("button", { name: "絞り込む" }));
  expect(screen.getByLabelText("終了日")).toHaveAccessibleDescription("終了日は開始日以降にしてください。");
  expect(fetchPage).not.toHaveBeenCalled();
});
