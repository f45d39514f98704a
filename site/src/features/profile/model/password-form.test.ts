import type { TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import { passwordFaults } from "./password-form";

const t = ((key: string) => key) as unknown as TFunction;
const good = { current_password: "Seki-2026", password: "Abcdefg1", password_confirmation: "Abcdefg1" };

describe("F211: the form of a new password", () => {
  it("accepts the passwords that sign-up accepts", () => {
    expect(passwordFaults(t, good)).toEqual({});
  });

  it("names each invalid field", () => {
    for (const weak of ["Abcde1", "abcdefg1", "ABCDEFG1", "Abcdefgh"]) {
      const faults = passwordFaults(t, { ...good, password: weak, password_confirmation: weak });
      expect({ weak, wrong: Object.keys(faults) }).toEqual({ weak, wrong: ["password"] });
    }
    expect(Object.keys(passwordFaults(t, { ...good, password_confirmation: "Abcdefg2" }))).toEqual([
      "password_confirmation",
    ]);
    expect(Object.keys(passwordFaults(t, {}))).toEqual(["current_password", "password"]);
  });
});
