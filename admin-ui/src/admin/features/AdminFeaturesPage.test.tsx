import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminFeaturesPage from "./AdminFeaturesPage";

const flagsOf = (is_on: boolean) => ({ id: 4, flags: [{ name: "create_osg_enabled", is_on }] });

const open = () => openPage("/", "/", <AdminFeaturesPage />, flagsOf(false));
const theSwitch = () => screen.findByRole("switch", { name: "Web予約枠の作成" });

// F198
it("saves a switch when it is changed", async () => {
  const user = userEvent.setup();
  const send = vi.spyOn(api, "send").mockResolvedValue({ status: 200 } as never);
  const page = await open();
  page.answer(flagsOf(true));
  await user.click(await theSwitch());
  expect(await screen.findByText("更新しました")).toBeVisible();
  expect(send).toHaveBeenCalledExactlyOnceWith("PUT", "/admin/api/r/{slug}/restaurant_feature_availabilities/{id}", {
    path: { slug: "sushi-kagura", id: 4 },
    body: { restaurant_feature_availability: { create_osg_enabled: true } },
  });
  expect(await theSwitch()).toBeChecked();
});

it.each([
  ["a rejection", new api.ApiError({ status: 422, message: "理由" })],
  ["a lost connection", new api.NetworkError()],
])("reports %s as a failed change, and shows the server's state", async (_, error) => {
  const user = userEvent.setup();
  const send = vi.spyOn(api, "send").mockRejectedValue(error);
  const page = await open();
  await user.click(await theSwitch());
  expect(await screen.findByText("更新に失敗しました")).toBeVisible();
  expect(screen.queryByText("理由")).toBeNull();
  await waitFor(() => expect(page.reads()).toBe(2));
  await waitFor(async () => expect(await theSwitch()).toBeEnabled());
  expect(await theSwitch()).not.toBeChecked();
  send.mockResolvedValue({ status: 200 } as never);
  await user.click(await theSwitch());
  expect(await screen.findByText("更新しました")).toBeVisible();
  expect(screen.queryByText("更新に失敗しました"), "the former failure").toBeNull();
});
