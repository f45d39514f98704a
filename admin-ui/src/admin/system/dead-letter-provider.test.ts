import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { deadLetterProvider } from "./dead-letter-provider";

it("retries and discards each job, and leaves out those that are handled already", async () => {
  const send = vi.spyOn(api, "send").mockResolvedValue({} as never);
  send.mockRejectedValueOnce(new api.ApiError({ status: 409 }));
  const retried = await deadLetterProvider.updateMany("dead_letters", { ids: ["01A", "01B"], data: {} });
  expect(retried.data).toEqual(["01B"]);
  expect(send).toHaveBeenLastCalledWith("POST", "/admin/api/jobs/{id}/retry", { path: { id: "01B" } });
  expect((await deadLetterProvider.deleteMany("dead_letters", { ids: ["01C"] })).data).toEqual(["01C"]);
  expect(send).toHaveBeenLastCalledWith("DELETE", "/admin/api/jobs/{id}", { path: { id: "01C" } });
});

it("ends at the first job that could not be changed", async () => {
  const send = vi.spyOn(api, "send").mockRejectedValue(new api.NetworkError());
  await expect(deadLetterProvider.deleteMany("dead_letters", { ids: ["01A", "01B"] })).rejects.toThrow("network");
  expect(send).toHaveBeenCalledTimes(1);
});
