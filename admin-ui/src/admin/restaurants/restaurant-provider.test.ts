import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { AS_LISTED, forgetRestaurants, restaurantProvider } from "./restaurant-provider";

const listed = Array.from({ length: 5000 }, (_, index) => ({
  id: index + 1,
  restaurant_name: `店${5000 - index}`,
  owner: index % 2 === 0 ? null : { nickname: `主${index}` },
}));

beforeEach(forgetRestaurants);

async function list(sort: { field: string; order: "ASC" | "DESC" }, page = 1, filter: object = {}) {
  const pagination = { page, perPage: 25 };
  const { data, total } = await restaurantProvider.getList("restaurants", { filter, sort, pagination });
  return { ids: data.map(({ id }) => id), total };
}

it("answers pages and orders of one response, and the same view with a new one", async () => {
  const request = vi.spyOn(api, "request").mockImplementation(() => Promise.resolve(Response.json(listed)));
  expect(await list(AS_LISTED)).toMatchObject({ total: 5000, ids: expect.arrayContaining([1, 25]) });
  expect((await list(AS_LISTED, 200)).ids.at(-1)).toBe(5000);
  expect((await list({ field: "restaurant_name", order: "ASC" })).ids[0]).toBe(5000);
  expect((await list({ field: "id", order: "DESC" })).ids[0]).toBe(5000);
  expect(request).toHaveBeenCalledTimes(1);
  await list({ field: "id", order: "DESC" });
  expect(request, "a reload").toHaveBeenCalledTimes(2);
  forgetRestaurants();
  await list(AS_LISTED);
  expect(request, "after a write").toHaveBeenCalledTimes(3);
});

it("sorts numbers in names as numbers, and restaurants without a value last", async () => {
  vi.spyOn(api, "request").mockImplementation(() => Promise.resolve(Response.json(listed)));
  expect((await list({ field: "owner.nickname", order: "ASC" })).ids.slice(0, 2)).toEqual([2, 4]);
  expect((await list({ field: "owner.nickname", order: "DESC" })).ids.slice(0, 2)).toEqual([5000, 4998]);
  expect((await list({ field: "owner.nickname", order: "DESC" }, 200)).ids.at(-1)).toBe(4999);
});

it.each([
  [{}, "type=osa_future_normal"],
  [{ type: "oea_past_ec" }, "type=oea_past_ec"],
  [{ type: "pinned", name: "鮨" }, "type=pinned"],
  [{ type: "oea_past_ec", name: "鮨 京都", area: 3 }, "search_keywords[]=鮨&search_keywords[]=京都&area=3"],
])("asks for the list or the search of %j", async (filter, query) => {
  const request = vi.spyOn(api, "request").mockImplementation(() => Promise.resolve(Response.json([])));
  await list(AS_LISTED, 1, filter);
  expect(decodeURIComponent(request.mock.calls[0]![0])).toBe(`/admin/api/restaurant_future?${query}`);
});

it("is asked again after a failure", async () => {
  const request = vi.spyOn(api, "request").mockRejectedValueOnce(new api.NetworkError());
  await expect(list(AS_LISTED)).rejects.toThrow("network");
  request.mockImplementation(() => Promise.resolve(Response.json([])));
  expect((await list(AS_LISTED, 2)).total).toBe(0);
});
