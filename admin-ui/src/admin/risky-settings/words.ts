import type { Schemas } from "@/admin/api";
import type { Translate } from "@/admin/i18n/use-t";
import { grouped } from "@/console/i18n/page-language";

export type Setting = Schemas["ShownSetting"];
export type Value = Schemas["RiskySettingValue"];

/** Returns the setting's name, with its meal or inventory group. */
export function nameOf({ name, of_label }: Setting, t: Translate): string {
  const own = t(`risky_settings.name.${name}`);
  return of_label === "" ? own : t("risky_settings.of", { of: of_label, name: own });
}

export function valueText(setting: Setting, value: Value, t: Translate): string {
  if (typeof value === "boolean") return t(value ? "risky_settings.on" : "risky_settings.off");
  const choice = setting.choices.find((known) => known === value);
  if (choice !== undefined) return t(`risky_settings.visibility.${choice}`);
  return typeof value === "number" ? grouped(value) : value;
}

/** Returns the typed value; null if it is invalid or unchanged. */
export function changedValue({ value, min, max, choices }: Setting, typed: string): Value | null {
  if (choices.length > 0) return choices.find((choice) => choice === typed && choice !== value) ?? null;
  if (min === null || max === null) {
    const isOn = typed === "true";
    return isOn === value ? null : isOn;
  }
  const number = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return number >= min && number <= max && number !== value ? number : null;
}

/** Returns the body of the call: one setting and its value (gaps G187). */
export function bodyOf({ name, scope, of }: Setting, value: Value): Pick<Schemas["RiskySettingBody"], "restaurant"> {
  return { restaurant: { [name]: of === null ? value : { [scope]: of, value } } };
}
