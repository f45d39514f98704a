import * as z from "zod/mini";
import type { TFunction } from "i18next";
import type { Resolver } from "react-hook-form";
import type { Locale, SignUpPage } from "@/api";
import { passwordFault } from "./password";
import type { PasswordFault } from "./password";
import { matchesPhonePattern, storedNumber } from "@seki/shared/phone";

export const OVERSEAS = "overseas";
const PHONE_MIN = 6;
const PREFECTURE_MIN = 3;

/**
 * The server's rule: the local part has half-width letters, digits and marks; the host may use any script, and none of
 * its parts is empty. The address has at most 254 characters, which the server counts with the host in ASCII.
 */
const EMAIL = /^(?=.{1,64}@)(?=.{1,254}$)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@[^\s@.]+(\.[^\s@.]+)+$/;
/** Old addresses of Japan's mobile carriers: two dots in a row, or a dot before the @. The server has the same list. */
const CARRIER_EMAIL =
  /^(?=.{1,64}@)[a-z0-9][\w.-]*@([a-z0-9-]+\.)*(docomo\.ne\.jp|mopera\.net|ezweb\.ne\.jp|au\.com|ido\.ne\.jp|tu-ka\.ne\.jp|softbank\.ne\.jp|i\.softbank\.jp|vodafone\.ne\.jp|jp-[tdhckrnsq]\.ne\.jp|disney\.ne\.jp|willcom\.com|pdx\.ne\.jp|ymobile\.ne\.jp)$/i;
const MAX_NAME_LENGTH = 50;

/** Returns the name of the text for an invalid address, or null. */
function emailFault(text: string): "email" | "email_width" | null {
  if (EMAIL.test(text) || CARRIER_EMAIL.test(text)) return null;
  return /^[^@]*[！-～]/.test(text) ? "email_width" : "email";
}

/** At most 50 characters, as the server counts them. */
function short(message: string) {
  return z.refine<string>((text) => [...text.trim()].length <= MAX_NAME_LENGTH, message);
}

function filled(message: string, tooLong: string) {
  return z.string().check(z.trim(), z.minLength(1, message), short(tooLong));
}

/**
 * Returns the schema of the form. With `hasIdentity` an identity provider authenticates the diner, and the password is
 * optional (G039).
 */
export function signUpSchema(t: TFunction, phonePattern: string, hasIdentity = false) {
  const tooLong = t("sign_up.error.name_long");
  const without = (faultOf: (text: string) => "email" | "email_width" | PasswordFault | null) =>
    z.refine<string>((text) => faultOf(text) === null, {
      error: ({ input }) => t(`sign_up.error.${faultOf(String(input)) ?? "email"}`),
    });
  return z.object({
    name_last: filled(t("sign_up.error.name_last"), tooLong),
    name_first: filled(t("sign_up.error.name_first"), tooLong),
    kana_last: z.string().check(short(tooLong)),
    kana_first: z.string().check(short(tooLong)),
    email: z.string().check(z.trim(), without(emailFault)),
    password: z.string().check(without((text) => (hasIdentity && text === "" ? null : passwordFault(text)))),
    phone_country: z.string(),
    phone_local_number: z
      .string()
      .check(
        z.refine(
          (digits) => digits.length >= PHONE_MIN && matchesPhonePattern(digits, phonePattern),
          t("phone.error.invalid_input"),
        ),
      ),
    phone_verification_uuid: z.string().check(z.minLength(1, t("sign_up.error.phone_confirmed"))),
    prefecture: z.string().check(z.minLength(PREFECTURE_MIN, t("sign_up.error.prefecture"))),
    terms_agreed: z.boolean().check(z.refine((agreed) => agreed, t("sign_up.error.terms"))),
  });
}

export type SignUpValues = z.infer<ReturnType<typeof signUpSchema>>;

/** Returns the schema as the form's resolver: the first fault of each field. */
export function signUpResolver(t: TFunction, phonePattern: string, hasIdentity = false): Resolver<SignUpValues> {
  const schema = signUpSchema(t, phonePattern, hasIdentity);
  return (values) => {
    const { success, data, error } = schema.safeParse(values);
    if (success) return { values: data, errors: {} };
    const faults = error.issues.toReversed().map(({ path, message }) => [path[0], { type: "schema", message }]);
    return { values: {}, errors: Object.fromEntries(faults) };
  };
}

export function emptySignUp(email: string | null, identity: SignUpPage["identity"] = null): SignUpValues {
  return {
    name_last: identity?.name_last ?? "",
    name_first: identity?.name_first ?? "",
    kana_last: "",
    kana_first: "",
    email: email ?? identity?.email ?? "",
    password: "",
    phone_country: "JP",
    phone_local_number: "",
    phone_verification_uuid: "",
    prefecture: "",
    terms_agreed: false,
  };
}

type Draft = Omit<SignUpValues, "password" | "terms_agreed">;

/**
 * Returns the part of an unsent form that may be stored: never the password, nor the consent, which is given on the
 * page that shows the terms.
 */
export function draftOf(values: Partial<SignUpValues>): Partial<Draft> {
  const { password: _password, terms_agreed: _agreed, ...draft } = values;
  return draft;
}

/** Whether a form's draft has other values than the empty form. */
export function isChanged(draft: Partial<Draft>, empty: SignUpValues): boolean {
  return Object.entries(draft).some(([name, text]) => text !== empty[name as keyof Draft]);
}

/** Returns the form with a draft's values. An invalid draft changes nothing. */
export function signUpFrom(draft: unknown, empty: SignUpValues): SignUpValues {
  if (draft === null || typeof draft !== "object") return empty;
  const names = Object.keys(draftOf(empty)) as (keyof Draft)[];
  const texts = names.flatMap((name) => {
    const text = (draft as Partial<Record<keyof Draft, unknown>>)[name];
    // Only the country may be empty: it is chosen after the choice of a number from abroad.
    return typeof text === "string" && (text !== "" || name === "phone_country") ? [[name, text] as const] : [];
  });
  return { ...empty, ...Object.fromEntries(texts) };
}

/** Returns the prefecture that fits the country: abroad only "overseas", in Japan never. */
export function prefectureFor(country: string, prefecture: string): string {
  if (country !== "JP") return OVERSEAS;
  return prefecture === OVERSEAS ? "" : prefecture;
}

/** `movePhone`: moves the number from another account that has it. */
export function signUpBody(
  values: SignUpValues,
  { prefill, terms_version }: Pick<SignUpPage, "prefill" | "terms_version">,
  locale: Locale,
  movePhone = false,
) {
  const { email, password, terms_agreed, phone_verification_uuid, phone_local_number, ...profile } = values;
  return {
    user: {
      ...prefill,
      email,
      password,
      terms_agreed,
      terms_version,
      move_phone: movePhone,
      phone_verification_uuid,
      profile_attributes: {
        ...profile,
        locale,
        phone_local_number: storedNumber(phone_local_number, profile.phone_country),
      },
    },
  };
}

/**
 * Returns the form's field for a field that the server rejected: `user[profile_attributes][name_last]`,
 * `profile_attributes.name_last` or `name_last`.
 */
export function signUpFieldOf(field: string): keyof SignUpValues | null {
  const name = /\w*(?=\]*$)/.exec(field)?.[0] ?? "";
  return name in emptySignUp(null) ? (name as keyof SignUpValues) : null;
}
