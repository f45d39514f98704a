import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminPicturesPage from "./AdminPicturesPage";

const picture = (file: string, alt_ja = "") => ({ file, url: `/${file}`, small_url: `/${file}`, alt_ja, alt_en: "" });
const FIRST = { slug: "sushi-kagura", pictures: [picture("a.jpg"), picture("b.jpg")] };

/** Opens the page and describes the first picture. */
async function openEdited() {
  const page = await openPage("/", "/", <AdminPicturesPage />, FIRST);
  fireEvent.change(await screen.findByLabelText("写真1の説明（日本語）"), { target: { value: "庭" } });
  return page;
}

/** The first save meets another admin's pictures, which the page reads afterwards. */
async function openOvertaken(theirs: typeof FIRST.pictures, fields: object) {
  const problem = { status: 409, code: "edited_meanwhile", message: "変更されました。", current: { fields } };
  const send = vi.spyOn(api, "send");
  send.mockReset().mockResolvedValue([] as never);
  send.mockRejectedValueOnce(new api.ApiError(problem as never));
  const page = await openEdited();
  page.answer({ ...FIRST, pictures: theirs });
  return { send, user: userEvent.setup() };
}

const save = () => screen.getByRole("button", { name: "保存する" });

// G318
it("takes the order of another admin, and keeps the own descriptions", async () => {
  const order = ["b.jpg", "a.jpg"];
  const { send, user } = await openOvertaken([picture("b.jpg"), picture("a.jpg")], { order });
  await user.click(save());
  const conflict = await screen.findByRole("alert", { name: "ほかの方が「写真の順番と選択」を変更しました" });
  await waitFor(() => expect(conflict).toHaveTextContent("1. b.jpg 2. a.jpg"));
  expect(save()).toBeDisabled();
  expect(send.mock.lastCall?.[2]).toMatchObject({ body: { expected: { order: ["a.jpg", "b.jpg"], texts: {} } } });
  await user.click(screen.getByRole("button", { name: "相手の内容にする" }));
  await user.click(save());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send.mock.lastCall?.[2]).toMatchObject({
    body: { pictures: [{ file: "b.jpg" }, { file: "a.jpg", alt_ja: "庭" }], expected: { order, texts: {} } },
  });
});

it("keeps a picture that another admin has added, and the own description", async () => {
  const texts = { "a.jpg": { alt_ja: "店内", alt_en: "" } };
  const theirs = [picture("a.jpg", "店内"), picture("b.jpg"), picture("c.jpg")];
  const { send, user } = await openOvertaken(theirs, { order: ["a.jpg", "b.jpg", "c.jpg"], texts });
  await user.click(save());
  const conflict = await screen.findByRole("alert", { name: "ほかの方が「写真の説明」を変更しました" });
  await waitFor(() => expect(conflict).toHaveTextContent("1. 店内"));
  for (const keep of screen.getAllByRole("button", { name: "自分の入力を残す" })) await user.click(keep);
  await user.click(save());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send.mock.lastCall?.[2]).toMatchObject({
    body: {
      pictures: [{ file: "a.jpg", alt_ja: "庭" }, { file: "b.jpg" }, { file: "c.jpg" }],
      expected: { order: ["a.jpg", "b.jpg", "c.jpg"], texts },
    },
  });
});

it("expects the pictures that were stored when the edit began, and the own upload", async () => {
  const send = vi.spyOn(api, "send");
  send.mockReset().mockResolvedValue([] as never);
  const page = await openEdited();
  // Another admin has described the second picture since.
  const stored = [picture("a.jpg"), picture("b.jpg", "店内"), picture("own.jpg")];
  page.answer({ ...FIRST, pictures: stored });
  vi.spyOn(api, "request").mockResolvedValue(Response.json(stored, { status: 201 }));
  const file = new File(["x"], "own.jpg", { type: "image/jpeg" });
  fireEvent.change(screen.getByLabelText("写真のファイル"), { target: { files: [file] } });
  expect(await screen.findByLabelText("写真3の説明（日本語）")).toBeVisible();
  await waitFor(() => expect(save()).toBeEnabled());
  await userEvent.setup().click(save());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  expect(send.mock.lastCall?.[2]).toMatchObject({
    body: {
      pictures: [{ file: "a.jpg", alt_ja: "庭" }, { file: "b.jpg" }, { file: "own.jpg" }],
      expected: { order: ["a.jpg", "b.jpg", "own.jpg"], texts: {} },
    },
  });
});

it("keeps a removal until the conflict is decided, and removes nothing else before", async () => {
  const order = ["a.jpg", "b.jpg", "c.jpg"];
  const { send, user } = await openOvertaken([...FIRST.pictures, picture("c.jpg")], { order });
  await user.click(screen.getByRole("button", { name: "写真2を削除する" }));
  const question = await screen.findByRole("alertdialog", { name: "写真2を削除しますか？" });
  await user.click(within(question).getByRole("button", { name: "削除" }));
  await screen.findByRole("alert", { name: "ほかの方が「写真の順番と選択」を変更しました" });
  const other = await screen.findByRole("button", { name: "写真1を削除する" });
  expect(other).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "自分の入力を残す" }));
  expect(other).toBeEnabled();
  await user.click(save());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send.mock.lastCall?.[2]).toMatchObject({
    body: { pictures: [{ file: "a.jpg", alt_ja: "庭" }, { file: "c.jpg" }], expected: { order, texts: {} } },
  });
});

it("shows a picture again whose removal has failed", async () => {
  const send = vi.spyOn(api, "send");
  send.mockReset().mockRejectedValueOnce(new api.NetworkError());
  await openEdited();
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "写真2を削除する" }));
  const question = await screen.findByRole("alertdialog", { name: "写真2を削除しますか？" });
  await user.click(within(question).getByRole("button", { name: "削除" }));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  expect(await screen.findByRole("button", { name: "写真2を削除する" })).toBeVisible();
});
