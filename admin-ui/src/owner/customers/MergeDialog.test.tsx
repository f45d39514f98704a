import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { AskProvider } from "@/console/ui/Ask";
import { loadTexts } from "@/owner/i18n/load-texts";
import { MergeDialog } from "./MergeDialog";

const CANDIDATE = {
  id: 8,
  name: "伊藤",
  email: null,
  phone: "09012345678",
  restaurantName: "試し鮨",
  groupName: "",
  createdAt: "2026-11-20T18:00:00+09:00",
  type: "OffsiteCustomer",
  isLikely: true,
};

it("marks candidates with the number, address or name of the primary customer", async () => {
  const candidates = [CANDIDATE, { ...CANDIDATE, id: 9, name: "佐藤", isLikely: false }];
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(candidates)));
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")}>
      <QueryClientProvider client={new QueryClient()}>
        <AskProvider>
          <MergeDialog
            customer={{ id: 7, display_fullname: "伊藤 一郎" } as never}
            onClose={() => undefined}
            onMerged={() => undefined}
          />
        </AskProvider>
      </QueryClientProvider>
    </CoreAdminContext>,
  );
  const marked = await screen.findAllByText(/いずれかが同じ/);
  expect(marked).toHaveLength(1);
  expect(screen.getByRole("checkbox", { name: /伊藤.*いずれかが同じ/ })).toBeInTheDocument();
  expect(screen.getByRole("checkbox", { name: /佐藤/ })).toBeInTheDocument();
});
