import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { loadTexts } from "@/owner/i18n/load-texts";
import { Seatless } from "./Seatless";
import { ROWS, item } from "./testing/sheet";

it("lists a party whose offline note was rejected and whose seats are all taken", async () => {
  const placed = item({ uid: "r1", title: "佐藤" });
  const rejected = item({ uid: "note:k1", title: "ウォークイン", start_time: "17:00", inventory_item_uids: [] });
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")}>
      <Seatless items={[placed, { ...rejected, is_conflict: true }]} rows={ROWS} onOpen={vi.fn<() => void>()} />
    </CoreAdminContext>,
  );
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "17:00 ウォークイン 未送信・要確認",
  ]);
});
