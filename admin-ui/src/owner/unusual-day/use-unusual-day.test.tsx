import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { onPage } from "@/console/testing/page";
import { ApiError } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { useUnusualDay } from "./use-unusual-day";

function Sender({ send, onEnd }: { send: (isConfirmed: boolean) => Promise<string>; onEnd: (end: string) => void }) {
  const confirming = useUnusualDay();
  const press = () => void confirming(send).then(onEnd, ({ message }: Error) => onEnd(message));
  return <button onClick={press}>送る</button>;
}

async function sender(code: string) {
  const send = vi.fn<(isConfirmed: boolean) => Promise<string>>((isConfirmed) =>
    isConfirmed ? Promise.resolve("saved") : Promise.reject(new ApiError({ status: 422, code, message: "断り" })),
  );
  const ended = vi.fn<(end: string) => void>();
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")}>
      {onPage(<Sender send={send} onEnd={ended} />)}
    </CoreAdminContext>,
  );
  fireEvent.click(await screen.findByText("送る"));
  return { send, ended };
}

it.each([
  ["past_unconfirmed", "過去の日付です"],
  ["closed_day_unconfirmed", "この日は休業日です"],
])("asks before it sends %s again, confirmed", async (code, title) => {
  const { send, ended } = await sender(code);
  expect(await screen.findByText(title)).toBeVisible();
  expect(send.mock.calls).toEqual([[false]]);
  fireEvent.click(screen.getByText("この日で登録する"));
  await waitFor(() => expect(ended).toHaveBeenCalledWith("saved"));
  expect(send.mock.calls).toEqual([[false], [true]]);
});

it("sends nothing again without a confirmation, or after another rejection", async () => {
  const { send, ended } = await sender("past_unconfirmed");
  fireEvent.click(await screen.findByText("キャンセル"));
  await waitFor(() => expect(ended).toHaveBeenCalledWith("断り"));
  expect(send).toHaveBeenCalledTimes(1);
});

it("does not ask after another rejection", async () => {
  const { send, ended } = await sender("seat_taken");
  await waitFor(() => expect(ended).toHaveBeenCalledWith("断り"));
  expect(send).toHaveBeenCalledTimes(1);
});
