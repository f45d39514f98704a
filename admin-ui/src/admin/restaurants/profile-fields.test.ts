import { describe, expect, it } from "vitest";
import type { Schemas } from "@/admin/api";
import { FURTHER_FIELDS, MAIN_FIELDS, formFields, shownProfile, storedProfile } from "./profile-fields";

const careers = { phone: "03", email: "", url: "", remarks_ja: "", remarks_en: "" };
const profile = {
  name_ja: "鮨",
  careers,
  cancellation_policy: [{ days_before: 1, percent: 50 }],
} as unknown as Schemas["Profile"];

describe("a restaurant's fields", () => {
  it("return to the server as they were shown", () => {
    const shown = shownProfile(profile);
    expect(shown).toMatchObject({ careers_phone: "03", cancellation_policy: "1,50" });
    expect(storedProfile(FURTHER_FIELDS, shown)).toMatchObject({
      careers,
      cancellation_policy: [{ days_before: 1, percent: 50 }],
    });
  });

  it("send no careers if there are none, and no field of another form", () => {
    expect(storedProfile(FURTHER_FIELDS, { cancellation_policy: "0,100\nsoon,50" })).toMatchObject({
      careers: null,
      cancellation_policy: [
        { days_before: 0, percent: 100 },
        { days_before: -1, percent: 50 },
      ],
    });
    expect(Object.keys(storedProfile(MAIN_FIELDS, { name_ja: "鮨" }))).toEqual(MAIN_FIELDS.map(({ name }) => name));
  });

  it("map every rejection to a field", () => {
    expect(formFields({ "careers.email": "x", url: "y" })).toEqual({ careers_email: "x", url: "y" });
  });
});
