import { describe, expect, it } from "vitest";
import type { TFunction } from "i18next";
import { isPassword } from "./password";
import { emptySignUp, prefectureFor, signUpBody, signUpFieldOf, signUpSchema } from "./sign-up";

const schema = signUpSchema(((key: string) => key) as TFunction, "0?[0-9]{8,15}");
const filled = {
  ...emptySignUp("hanako@seki.test"),
  name_last: "山田",
  name_first: "花子",
  password: "Seki-2026",
  phone_local_number: "09012345678",
  phone_verification_uuid: "v-1",
  prefecture: "東京都",
  terms_agreed: true,
};

describe("signing up", () => {
  it("needs all parts", () => {
    expect(schema.safeParse(filled).success).toBe(true);
  });

  it.each([
    ["name_last", " "],
    ["email", "hanako@"],
    ["password", "seki-2026"],
    ["phone_local_number", "12345"],
    ["phone_verification_uuid", ""],
    ["prefecture", ""],
    ["terms_agreed", false],
  ])("does without no %s", (field, value) => {
    expect(schema.safeParse({ ...filled, [field]: value }).success).toBe(false);
  });

  it("wants a digit, an upper and a lower case letter in eight characters", () => {
    expect(isPassword("Abcdefg1")).toBe(true);
    for (const weak of ["Abcdef1", "abcdefg1", "ABCDEFG1", "Abcdefgh"]) expect(isPassword(weak)).toBe(false);
  });

  it("couples prefecture and country", () => {
    expect(prefectureFor("US", "東京都")).toBe("overseas");
    expect(prefectureFor("JP", "overseas")).toBe("");
    expect(prefectureFor("JP", "東京都")).toBe("東京都");
  });

  it("sends the number without its zero, and finds refused fields", () => {
    const prefill = {
      uid: null,
      provider: null,
      after_sign_up_url: null,
      invited_token: null,
      jcb_uid: null,
      jcb_card_rank: null,
      email: null,
      restaurant_slug: null,
      user_action: null,
    };
    const { user } = signUpBody(filled, { prefill, terms_version: 2 }, "ja");
    expect(user.profile_attributes.phone_local_number).toBe("9012345678");
    expect(user.terms_version).toBe(2);
    expect(signUpFieldOf("profile_attributes.name_last")).toBe("name_last");
    expect(signUpFieldOf("user[email]")).toBe("email");
    expect(signUpFieldOf("base")).toBeNull();
  });
});
