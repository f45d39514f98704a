import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { PartialSearch } from "./PartialSearch";
import { noFilter } from "./model/filter";

it("reports a maximum of visits below the minimum instead of an empty result", async () => {
  vi.spyOn(api, "send").mockReturnValue(new Promise(() => undefined));
  const search = vi.fn<() => void>();
  const filter = { ...noFilter, visit_count_from: 5, visit_count_till: 2 };
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <PartialSearch filter={filter} groups={[]} onSearch={search} onClose={() => undefined} />
    </CoreAdminContext>,
  );
  const most = screen.getByLabelText("来店回数（以下）");
  fireEvent.submit(most.closest("form")!);
  expect(most).toHaveAccessibleDescription("上限は下限以上にしてください。");
  expect(search).not.toHaveBeenCalled();
});
