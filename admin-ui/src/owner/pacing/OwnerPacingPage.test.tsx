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

it("shows a colleague's stays next to the entered ones, and one press keeps either", async () => {
  const message = "ほかのスタッフが先に滞在時間の目安を保存しました。";
  const refuse = () => Response.json({ code: "stays_changed", message }, { status: 409 });
  let answer = refuse;
  const { form, stored, sent } = await open({ answer: () => answer() });
  const save = form.getByText("滞在時間の目安を保存");
  enter(form, 1, "4", "165");
  stored.stays = [stay(2, 90)];
  fireEvent.click(save);
  const conflict = within(await form.findByRole("alert", { name: /ディナーの滞在時間の目安」を変更しました/ }));
  expect(conflict.getByText("2名以上 90分")).toBeVisible();
  expect(form.getByDisplayValue("165")).toBeVisible();
  expect(save).toBeDisabled();
  fireEvent.click(conflict.getByText("自分の入力を残す"));
  expect(form.queryByRole("alert")).toBeNull();
  answer = saved;
  fireEvent.click(save);
  expect(await screen.findByText("滞在時間の目安を保存しました。")).toBeVisible();
  expect(sent()).toEqual({ stays: { dinner: [stay(4, 165)] }, expected_stays: { dinner: [stay(2, 90)] } });
});

const refuseStays = () => Response.json({ code: "stays_changed", message: "変更されました" }, { status: 409 });

it("replaces the entered stays with a colleague's by one press", async () => {
  const { form, stored } = await open({ answer: refuseStays });
  enter(form, 1, "4", "165");
  stored.stays = [stay(2, 90)];
  fireEvent.click(form.getByText("滞在時間の目安を保存"));
  fireEvent.click(await form.findByText("相手の内容にする"));
  expect(form.getByDisplayValue("90")).toBeVisible();
  expect(form.queryByDisplayValue("165")).toBeNull();
  expect(form.queryByRole("alert")).toBeNull();
});

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const save = () => fireEvent.click(screen.getByText("保存する"));
const refuseLimits = () => {
  const current = { fields: { "dinner.pacing_max_guests": 10 } };
  return Response.json({ code: "edited_meanwhile", message: "変更されました", current }, { status: 409 });
};

async function openLimits(answer: () => Response = saved) {
  const stored = { pacing_max_guests: 8 as number | null, pacing_max_parties: null as number | null };
  const load = () => ({ pacing: [{ ...PACING[0], ...stored }], most: 999, stays: [], has_waiting_room: false });
  const { calls, writes } = await openPage("/owners/pacing/edit", <OwnerPacingPage />, load, answer);
  const guests = await screen.findByLabelText("15分間の人数の上限");
  const parties = screen.getByLabelText("15分間の組数の上限");
  const sent = () => {
    const call = calls.mock.calls.findLast(([, init]) => init?.method === "PATCH");
    return JSON.parse(String(call?.[1]?.body)) as object;
  };
  return { stored, writes, guests, parties, sent };
}

it("sends the changed limits with the ones that it showed", async () => {
  const { guests, sent, writes, stored } = await openLimits();
  type(guests, "１２");
  save();
  stored.pacing_max_guests = 12;
  expect(await screen.findByText("来店ペースの設定を保存しました。")).toBeVisible();
  expect(writes()).toEqual(["PATCH /owners/api/pacing/sushi-kagura"]);
  expect(sent()).toEqual({
    pacing: { dinner: { pacing_max_guests: 12 } },
    expected: { "dinner.pacing_max_guests": "8" },
  });
});

it("keeps limits that are not saved when the page is loaded again", async () => {
  const { stored, guests, parties } = await openLimits();
  type(guests, "12");
  stored.pacing_max_parties = 3;
  // The switch of the waiting room loads the page again.
  fireEvent.click(screen.getByLabelText("受付開始のときに待合室を使う"));
  await waitFor(() => expect(parties).toHaveValue("3"));
  expect(guests).toHaveValue("12");
  expect(screen.queryByRole("alert", { name: /を変更しました/ })).toBeNull();
});

it("shows a colleague's limit next to the entered one, and saves over it after one press", async () => {
  let answer = refuseLimits;
  const { stored, guests, sent } = await openLimits(() => answer());
  type(guests, "12");
  stored.pacing_max_guests = 10;
  save();
  const conflict = within(await screen.findByRole("alert", { name: /ディナーの15分間の人数の上限/ }));
  expect(conflict.getByText("10")).toBeVisible();
  expect(guests).toHaveValue("12");
  expect(screen.getByText("保存する")).toBeDisabled();
  fireEvent.click(conflict.getByText("自分の入力を残す"));
  answer = saved;
  save();
  expect(await screen.findByText("来店ペースの設定を保存しました。")).toBeVisible();
  expect(sent()).toMatchObject({ expected: { "dinner.pacing_max_guests": "10" } });
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
