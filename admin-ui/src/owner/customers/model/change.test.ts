import { expect, it } from "vitest";
import type { Schemas } from "@/owner/api";
import { changeOf, draftOf } from "./change";

const guest = {
  type: "OfflineCustomer",
  profile_id: 7,
  customer_group_id: 3,
  nickname: "伊藤",
  kana: "イトウ",
  phone_country: "JP",
  phone_local_number: "9012345678",
  receipt_title: "",
  internal_memo: "窓側",
  noted_allergies: "えび",
  noted_dislikes: "",
  tags: [{ tag: "vip", label: "VIP" }],
} as unknown as Schemas["CustomerCard"];

it("sends only changed fields, which keeps changes of other users", () => {
  const draft = draftOf(guest);
  expect(changeOf(draft, 3, guest)).toEqual({ type: "OfflineCustomer", profile_attributes: { id: 7 } });
  expect(changeOf({ ...draft, noted_dislikes: "セロリ" }, 3, guest).profile_attributes).toEqual({
    id: 7,
    noted_dislikes: "セロリ",
    expected_noted_dislikes: "",
  });
  expect(changeOf({ ...draft, tags: [] }, null, guest)).toEqual({
    type: "OfflineCustomer",
    customer_group_id: null,
    expected_customer_group_id: 3,
    profile_attributes: { id: 7, tags: [], expected_tags: ["vip"] },
  });
});

it("sends a number with its country, and no field that belongs to a diner", () => {
  const moved = { ...draftOf(guest), phone: { country: "US", digits: "4155550132" } };
  expect(changeOf(moved, 3, guest).profile_attributes).toEqual({
    id: 7,
    phone_country: "US",
    phone_local_number: "4155550132",
    expected_phone_local_number: "9012345678",
  });
  expect(changeOf({ ...draftOf(guest), nickname: "伊東" }, 3, guest).profile_attributes).toEqual({
    id: 7,
    nickname: "伊東",
    expected_nickname: "伊藤",
  });
  expect(changeOf({ ...draftOf(guest), kana: "イトー" }, 3, guest).profile_attributes).toEqual({
    id: 7,
    kana: "イトー",
    expected_kana: "イトウ",
  });
  const diner = { ...guest, type: "OnlineCustomer" as const };
  expect(changeOf({ ...moved, kana: "ニセ", internal_memo: "奥" }, 3, diner).profile_attributes).toEqual({
    id: 7,
    internal_memo: "奥",
    expected_internal_memo: "窓側",
  });
});
