import { useTranslate } from "ra-core";
import { useFormContext } from "react-hook-form";
import { EditConflict } from "@/console/ui/forms";
import type { Theirs } from "@/console/ui/forms";
import { shownRecord } from "./fields";
import type { Choice, Field } from "./fields";

type Values = Record<string, unknown>;

interface Props {
  theirs: Theirs;
  fields: readonly Field[];
  choices: Record<string, readonly Choice[]>;
  /** Converts saved values to the format of the inputs. */
  shown?: (values: Values) => Values;
}

/** Inside a form: for each field that another user has saved meanwhile, the user chooses one value first. */
export function EditConflicts({ theirs, fields, choices, shown = (values) => shownRecord(fields, values) }: Props) {
  const t = useTranslate();
  const { clearErrors, setValue } = useFormContext();
  const text = useValueText(fields, choices);
  const inputs = shown(theirs.values);
  return theirs.undecided.map((name) => {
    // A saved object has an input for each of its fields.
    const names = fields.map((field) => field.name);
    const own = names.includes(name) ? [name] : names.filter((one) => one.startsWith(`${name}_`));
    const labelled = own.filter((one) => one === name || inputs[one] !== "");
    const label = t(`field.${name}`, { _: name });
    const take = () => {
      for (const one of own) setValue(one, inputs[one], { shouldDirty: true });
      clearErrors(own);
      theirs.decide(name);
    };
    const keep = () => {
      clearErrors(own);
      theirs.decide(name);
    };
    return (
      <EditConflict
        key={name}
        title={t("edits.changed", { label })}
        saved={labelled.map((one) => text(one, inputs[one])).join("\n")}
        onKeepMine={keep}
        onTakeTheirs={take}
      />
    );
  });
}

/** Returns a function that formats the value of an input. */
function useValueText(fields: readonly Field[], choices: Record<string, readonly Choice[]>) {
  const t = useTranslate();
  const one = (name: string, value: unknown): string => {
    if (typeof value === "boolean") return t(value ? "restaurants.yes" : "restaurants.no");
    if (typeof value !== "string" && typeof value !== "number") return "";
    const offered = choices[name]?.find(({ id }) => id === value)?.label;
    const isFixed = fields.some((field) => field.name === name && field.values !== undefined);
    return offered ?? (isFixed ? t(`value.${name}.${value}`) : String(value));
  };
  return (name: string, value: unknown): string =>
    Array.isArray(value) ? value.map((each) => one(name, each)).join("\n") : one(name, value);
}
