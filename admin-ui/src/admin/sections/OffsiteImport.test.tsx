import { fireEvent, screen, waitFor } from "@testing-library/react";
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

it("locks the list while it is checked", async () => {
  const answers: ((done: unknown) => void)[] = [];
  vi.spyOn(api, "send").mockImplementation((() => new Promise((resolve) => answers.push(resolve))) as never);
  await openPage(ADDRESS, ADDRESS, <OffsiteImport />, {});
  const list = await screen.findByLabelText("一覧");
  fireEvent.change(list, { target: { value: "external_id,source" } });
  fireEvent.click(screen.getByRole("button", { name: "確認する" }));
  await waitFor(() => expect(list).toBeDisabled());
  expect(screen.getByRole("button", { name: "ファイルを選ぶ" })).toBeDisabled();
  expect(screen.getByRole("checkbox")).toBeDisabled();
  answers[0]?.(DONE);
  await waitFor(() => expect(list).toBeEnabled());
  expect(screen.getByRole("button", { name: "取り込む" })).toBeEnabled();
});

it("rejects a file that is too large, before it is read, or that cannot be read", async () => {
  const send = vi.spyOn(api, "send").mockResolvedValue(DONE as never);
  send.mockClear();
  await openPage(ADDRESS, ADDRESS, <OffsiteImport />, {});
  const choose = await screen.findByLabelText("ファイルを選ぶ", { selector: "input" });
  const large = new File(["x"], "予約.csv");
  const read = vi.fn<() => Promise<ArrayBuffer>>(() => Promise.reject(new Error("locked")));
  Object.defineProperties(large, { size: { value: 1024 * 1024 + 1 }, arrayBuffer: { value: read } });
  fireEvent.change(choose, { target: { files: [large] } });
  expect(await screen.findByText(/1 MBまでです。分割/)).toBeVisible();
  expect(read).not.toHaveBeenCalled();
  const locked = new File(["x"], "予約.csv");
  Object.defineProperty(locked, "arrayBuffer", { value: read });
  fireEvent.change(choose, { target: { files: [locked] } });
  expect(await screen.findByText(/ファイルを読み取れません/)).toBeVisible();
  fireEvent.change(screen.getByLabelText("一覧"), { target: { value: "あ".repeat(400_000) } });
  fireEvent.click(screen.getByRole("button", { name: "確認する" }));
  expect(await screen.findByText(/1 MBまでです。分割/)).toBeVisible();
  expect(send).not.toHaveBeenCalled();
});
