import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import { OffsiteImport } from "./OffsiteImport";

const ADDRESS = "/admin/r/sushi-kagura/offsite_reservations";
/** 髙橋 in Shift_JIS. */
const BYTES = [0xfb, 0xfc, 0x8b, 0xb4];
const DONE = {
  status: 200,
  message: "確認しました。",
  is_written: false,
  counts: { created: 0, skipped: 1, refused: 1 },
  rows: [],
};

it("sends the bytes of a file, whose encoding the server detects", async () => {
  const send = vi.spyOn(api, "send").mockResolvedValue(DONE as never);
  await openPage(ADDRESS, ADDRESS, <OffsiteImport />, {});
  const file = new File([new Uint8Array(BYTES)], "予約.csv", { type: "text/csv" });
  fireEvent.change(await screen.findByLabelText("ファイルを選ぶ", { selector: "input" }), {
    target: { files: [file] },
  });
  expect(await screen.findByText("選んだファイル：予約.csv")).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "確認する" }));
  const body = { list: "", file: btoa(String.fromCharCode(...BYTES)), dry_run: true, all_or_nothing: false };
  const call = "/admin/r/{slug}/offsite_reservations/import";
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith("POST", call, { path: { slug: "sushi-kagura" }, body }));
  expect(await screen.findByText("確認しました。")).toBeVisible();
  fireEvent.change(screen.getByLabelText("一覧"), { target: { value: "external_id,source" } });
  expect(screen.queryByText("選んだファイル：予約.csv")).toBeNull();
});
