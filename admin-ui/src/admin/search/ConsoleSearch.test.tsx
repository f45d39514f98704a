import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import { ConsoleSearch } from "./ConsoleSearch";

const hit = (code: string) => ({
  kind: "booking",
  title: code,
  detail: "鮨かぐら 2026年12月08日 18:00",
  path: `/admin/reservations/${code}`,
  status: "accepted",
  payment_status: null,
  amount: null,
  guests_count: 2,
});

function answer(codes: string[]) {
  const found = { hits: codes.map(hit), has_more: false };
  return vi.spyOn(api, "send").mockResolvedValue(found as never);
}

async function open() {
  await openPage("/", "/", <ConsoleSearch />, {});
  const user = userEvent.setup();
  await screen.findByRole("button", { name: "検索を開く" });
  await user.keyboard("/");
  return { user, field: await screen.findByRole("combobox") };
}

beforeEach(() => vi.restoreAllMocks());

it("opens on a slash, and Enter opens the only hit once it is there", async () => {
  const send = answer(["DDFP3KDN"]);
  const { user, field } = await open();
  await waitFor(() => expect(field).toHaveFocus());
  await user.type(field, "ddfp3kdn{Enter}");
  expect(await screen.findByText("another page")).toBeInTheDocument();
  expect(send).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("combobox")).toBeNull();
});

it("marks another hit with the arrows, and closes on Escape", async () => {
  answer(["BCDF2345", "DDFP3KDN"]);
  const { user, field } = await open();
  await user.type(field, "sushi");
  expect(await screen.findAllByRole("option")).toHaveLength(2);
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole("option", { selected: true })).toHaveTextContent("DDFP3KDN");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
});

it("says that nothing was found, and links to the search by name", async () => {
  answer([]);
  const { user, field } = await open();
  await user.type(field, "山田");
  expect(await screen.findByText("見つかりませんでした。")).toBeVisible();
  const link = screen.getByRole("link", { name: "お名前でユーザーを検索する" });
  expect(link).toHaveAttribute("href", `/admin/users?q=${encodeURIComponent("山田")}`);
});

it("shows the reason of a failed search", async () => {
  vi.spyOn(api, "send").mockRejectedValue(new api.NetworkError());
  const { user, field } = await open();
  await user.type(field, "sushi");
  expect(await screen.findByRole("alert")).toBeVisible();
});
