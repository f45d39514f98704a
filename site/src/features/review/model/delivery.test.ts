import { describe, expect, it } from "vitest";
import { arrivalText, deliveryBody, deliveryFieldOf, faultsOf, partsOffered, withPart } from "./delivery";
import type { DeliveryChoices } from "@/api";
import type { DeliveryForm } from "./delivery";

const form: DeliveryForm = {
  zip_code: "103-0013",
  prefecture: "東京都",
  address1: "中央区日本橋人形町",
  address2: "2-4-6",
  address3: "",
  name: "山田 花子",
  phone_number: "09012345678",
  arrives_on: "2026-12-30",
  time_slot: "14-16",
};

describe("the arrival", () => {
  // F081: the last confirmation shows the chosen day, not the order's.
  it("is shown once day and hours are chosen", () => {
    const choices = { time_slots: [{ value: "14-16", label: "14時〜16時" }] } as unknown as DeliveryChoices;
    expect(arrivalText(choices, form, "ja")).toBe("2026年12月30日（水） 14時〜16時");
    expect(arrivalText(choices, { ...form, time_slot: "" }, "ja")).toBeUndefined();
    expect(arrivalText(choices, { ...form, arrives_on: "" }, "ja")).toBeUndefined();
  });
});

describe("the address of a delivery", () => {
  // F080
  it("accepts postal codes and numbers in common notations", () => {
    expect(faultsOf(form)).toEqual({});
    expect(faultsOf({ ...form, zip_code: "1030013", phone_number: "０３ー５５５５ー０４０４" })).toEqual({});
    expect(faultsOf({ ...form, zip_code: "１０３ ― ００１３" })).toEqual({});
    expect(faultsOf({ ...form, zip_code: "10-30013" })).toEqual({ zip_code: "zip_code" });
    expect(faultsOf({ ...form, phone_number: "12345" })).toEqual({ phone_number: "phone" });
  });

  // F080
  it("has parts of 12, 16 and 16 characters, of which the building is optional", () => {
    expect(
      faultsOf({ ...form, address1: "町".repeat(12), address2: "1".repeat(16), address3: "ビ".repeat(16) }),
    ).toEqual({});
    expect(faultsOf({ ...form, address1: "町".repeat(13), address2: "", address3: "ビ".repeat(17) })).toEqual({
      address1: "too_long",
      address2: "required",
      address3: "too_long",
    });
    expect(faultsOf({ ...form, prefecture: "", name: " ", time_slot: "" })).toEqual({
      prefecture: "required",
      name: "required",
      time_slot: "required",
    });
  });

  it("is sent with the server's names, which also identify its rejected fields", () => {
    expect(deliveryBody(form)).toMatchObject({
      delivery_address: { zip_code: "103-0013", address3: "" },
      arrival: { year: "2026", month: "12", day: "30", time_slot: "14-16" },
    });
    expect(
      ["delivery_address.address1", "arrival.day", "arrival.time_slot", "policy_agreed"].map(deliveryFieldOf),
    ).toEqual(["address1", "arrives_on", "time_slot", null]);
  });
});

describe("the day of arrival", () => {
  const days = ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"];

  it("offers only available days, and leads from one part to the next", () => {
    expect(partsOffered(days, "2026-12-30", "year")).toEqual(["2026", "2027"]);
    expect(partsOffered(days, "2026-12-30", "day")).toEqual(["30", "31"]);
    expect(withPart(days, "2026-12-30", "year", "2027")).toBe("2027-01-01");
    expect(withPart(days, "2027-01-01", "day", "02")).toBe("2027-01-02");
  });
});
