import { describe, expect, it } from "vitest";
import type { TFunction } from "i18next";
import { passwordFault } from "./password";
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

describe("the sign-up form", () => {
  it("requires all parts", () => {
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
  ])("requires %s", (field, value) => {
    expect(schema.safeParse({ ...filled, [field]: value }).success).toBe(false);
  });

  it("requires a digit, an upper and a lower case letter in eight characters", () => {
    expect(passwordFault("Abcdefg1")).toBeNull();
    for (const weak of ["Abcdef1", "abcdefg1", "ABCDEFG1", "Abcdefgh"]) expect(passwordFault(weak)).toBe("password");
  });

  // Limits of the server: `domain/src/accounts/{sign_up,password}.rs`, `domain/src/names.rs`.
  it.each([
    ["name_last", "あ".repeat(51), "sign_up.error.name_long"],
    ["name_first", "👪".repeat(51), "sign_up.error.name_long"],
    ["kana_last", "ア".repeat(51), "sign_up.error.name_long"],
    ["password", `Aa1${"x".repeat(126)}`, "sign_up.error.password_long"],
    ["email", "ａ@b.jp", "sign_up.error.email_width"],
    ["email", "é@b.jp", "sign_up.error.email"],
    ["email", `${"a".repeat(65)}@b.jp`, "sign_up.error.email"],
    ["email", "a..b@b.jp", "sign_up.error.email"],
    ["email", ".a@b.jp", "sign_up.error.email"],
    ["email", ".a@docomo.ne.jp", "sign_up.error.email"],
    ["email", "a..b@notdocomo.ne.jp", "sign_up.error.email"],
    ["email", "hanako@gmail..com", "sign_up.error.email"],
    ["email", "a@.b.jp", "sign_up.error.email"],
    ["email", "a@b.jp.", "sign_up.error.email"],
    ["email", `a@${`${"b".repeat(49)}.`.repeat(5)}jp1`, "sign_up.error.email"],
  ])("rejects what the server rejects: %s %s", (field, value, message) => {
    const { error } = schema.safeParse({ ...filled, [field]: value });
    expect(error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]]);
  });

  it.each([
    ["name_last", ` ${"あ".repeat(50)} `],
    ["name_first", "👪".repeat(50)],
    ["password", `Aa1${"👪".repeat(125)}`],
    ["email", "o'hara+x_y.z@日本.jp"],
    ["email", "hanako@mail.seki.co.jp"],
    ["email", "taro..yamada@docomo.ne.jp"],
    ["email", "hana.@ezweb.ne.jp"],
    ["email", `a@${`${"b".repeat(49)}.`.repeat(5)}jp`],
  ])("accepts what the server accepts: %s %s", (field, value) => {
    expect(schema.safeParse({ ...filled, [field]: value }).success).toBe(true);
  });

  it("couples prefecture and country", () => {
    expect(prefectureFor("US", "東京都")).toBe("overseas");
    expect(prefectureFor("JP", "overseas")).toBe("");
    expect(prefectureFor("JP", "東京都")).toBe("東京都");
  });

  it("sends the number without its zero, and maps rejected fields", () => {
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
