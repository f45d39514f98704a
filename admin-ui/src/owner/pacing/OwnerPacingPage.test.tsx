import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/owner/testing/open-page";
import OwnerPacingPage from "./OwnerPacingPage";

const PACING = [{ operation: "dinner", label: "ディナー", pacing_max_guests: null, pacing_max_parties: null }];
const stay = (from_guests: number, stay_minutes: number) => ({ from_guests, stay_minutes });
const meal = (stays: object[]) => ({ operation: "dinner", label: "ディナー", default_stay_minutes: 120, stays });
const saved = () => Response.json({ status: 200, data: [] });

async function open({ answer = saved, role = "owner" }: { answer?: () => Response; role?: string } = {}) {
  const stored = { stays: [stay(3, 150)] };
  const load = () => ({ pacing: PACING, most: 999, stays: [meal(stored.stays)], has_waiting_room: false });
  const { calls, writes } = await openPage("/owners/pacing/edit", <OwnerPacingPage />, load, answer, { role });
  const form = within(await screen.findByRole("form", { name: "滞在時間の目安" }));
  const sent = () => {
    const call = calls.mock.calls.findLast(([, init]) => init?.method === "PUT");
    return JSON.parse(String(call?.[1]?.body)) as object;
  };
  return { form, stored, writes, sent };
}

type Form = Awaited<ReturnType<typeof open>>["form"];

function enter(form: Form, number: number, guests: string, minutes: string) {
  const row = within(form.getByRole("group", { name: `${number}行目` }));
  fireEvent.change(row.getByLabelText("人数"), { target: { value: guests } });
  fireEvent.change(row.getByLabelText("滞在時間"), { target: { value: minutes } });
}

it("sends the usual stays with the ones that it showed", async () => {
  const { form, writes, sent } = await open();
  expect(form.getByText("それ以外の人数は120分です。")).toBeVisible();
  fireEvent.click(form.getByText("人数を追加"));
  const added = within(form.getByRole("group", { name: "2行目" }));
  expect(added.getByLabelText("人数")).toHaveFocus();
  enter(form, 2, "５", "180");
  fireEvent.click(form.getByText("滞在時間の目安を保存"));
  expect(await screen.findByText("滞在時間の目安を保存しました。")).toBeVisible();
  expect(writes()).toEqual(["PUT /owners/api/stays/sushi-kagura"]);
  expect(sent()).toEqual({
    stays: { dinner: [stay(3, 150), stay(5, 180)] },
    expected_stays: { dinner: [stay(3, 150)] },
  });
});

it("removes a row, and focuses the button below", async () => {
  const { form, sent } = await open();
  fireEvent.click(form.getByLabelText("1行目を削除"));
  expect(form.queryByRole("group", { name: "1行目" })).toBeNull();
  expect(form.getByText("人数を追加")).toHaveFocus();
  fireEvent.click(form.getByText("滞在時間の目安を保存"));
  expect(await screen.findByText("滞在時間の目安を保存しました。")).toBeVisible();
  expect(sent()).toMatchObject({ stays: { dinner: [] } });
});

it("saves nothing with an invalid row", async () => {
  const { form, writes } = await open();
  const save = form.getByText("滞在時間の目安を保存");
  fireEvent.click(form.getByText("人数を追加"));
  expect(save, "a blank row is not saved").toBeEnabled();
  enter(form, 2, "3", "152");
  expect(form.getByText("同じ人数がほかにもあります。")).toBeVisible();
  expect(form.getByText("15〜1,440の5の倍数で入力してください。")).toBeVisible();
  expect(save).toBeDisabled();
  enter(form, 2, "1", "155");
  expect(form.getByText("2〜99の整数で入力してください。")).toBeVisible();
  fireEvent.submit(save.closest("form")!);
  expect(writes()).toEqual([]);
});

it("keeps the input after a colleague's change until the latest stays are loaded", async () => {
  const message = "ほかのスタッフが先に滞在時間の目安を保存しました。";
  const refuse = () => Response.json({ code: "stays_changed", message }, { status: 409 });
  const { form, stored } = await open({ answer: refuse });
  enter(form, 1, "4", "165");
  fireEvent.click(form.getByText("滞在時間の目安を保存"));
  expect(await screen.findByText(message)).toBeVisible();
  expect(form.getByDisplayValue("165")).toBeVisible();
  stored.stays = [stay(2, 90)];
  fireEvent.click(form.getByText("最新の内容を読み込む"));
  expect(await screen.findByDisplayValue("90")).toBeVisible();
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  expect(screen.queryByDisplayValue("165")).toBeNull();
});

it("shows the stays to those who may not write", async () => {
  const { form } = await open({ role: "read_only" });
  expect(form.getByDisplayValue("150")).toBeVisible();
  expect(form.queryByRole("button")).toBeNull();
});

async function openWaitingRoom(role = "owner") {
  const stored = { has_waiting_room: false };
  const load = () => ({ pacing: PACING, most: 999, stays: [], ...stored });
  const answer = (_address: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as { waiting_room: typeof stored };
    Object.assign(stored, body.waiting_room);
    return Response.json({ status: 200, data: body.waiting_room });
  };
  const { writes } = await openPage("/owners/pacing/edit", <OwnerPacingPage />, load, answer, { role });
  return { stored, writes, control: await screen.findByLabelText("受付開始のときに待合室を使う") };
}

it("turns the waiting room on, and off again by undo", async () => {
  const { stored, writes, control } = await openWaitingRoom();
  expect(control).not.toBeChecked();
  fireEvent.click(control);
  expect(await screen.findByText("受付開始のときに待合室を使います。")).toBeVisible();
  await waitFor(() => expect(control).toBeChecked());
  expect(stored.has_waiting_room).toBe(true);
  fireEvent.click(screen.getByText("元に戻す"));
  await waitFor(() => expect(control).not.toBeChecked());
  expect(stored.has_waiting_room).toBe(false);
  const call = "PATCH /owners/api/waiting_rooms/sushi-kagura";
  expect(writes()).toEqual([call, call]);
});

it("shows the waiting room's switch disabled to those who may not write", async () => {
  const { control } = await openWaitingRoom("read_only");
  expect(control).toBeDisabled();
});
