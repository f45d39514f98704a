import { BooleanInput, CheckboxGroupInput, NumberInput, SelectInput, TextInput } from "react-admin";
import { useTranslate } from "ra-core";
import type { Choice, Field } from "./fields";
import { rulesOf } from "./validate";

interface Props {
  fields: readonly Field[];
  /** Options of choices without fixed values, by field name. */
  choices: Record<string, readonly Choice[]>;
  /** A new record also has the fields that cannot be changed later. */
  isNew: boolean;
}

/** Inputs of all kinds have the same height; their container sets the spacing. */
const SHAPE = { size: "medium", margin: "none" } as const;
/** Aligns checkboxes with the other inputs. */
const CHECKBOXES = { m: 0, "& .MuiFormGroup-root": { ml: -1.5 } };

/** The inputs of a form whose fields are data. Labels and hints are the texts `field.…` and `hint.…`. */
export function FieldInputs({ fields, choices, isNew }: Props) {
  const t = useTranslate();
  return fields
    .filter((field) => isNew || !field.isOnce)
    .map((field) => {
      const hint = t(`hint.${field.hint ?? field.name}`, { _: "" });
      const common = {
        source: field.name,
        label: t(`field.${field.name}`),
        helperText: hint === "" ? (false as const) : hint,
        validate: rulesOf(field),
      };
      switch (field.kind) {
        case "tick":
          return <BooleanInput key={field.name} {...common} sx={{ mb: 0 }} />;
        case "number":
        case "optional_number":
          return <NumberInput key={field.name} {...common} {...SHAPE} />;
        case "choice":
        case "optional_choice": {
          const offered =
            field.values?.map((id) => ({ id, label: t(`value.${field.name}.${id}`) })) ?? choices[field.name] ?? [];
          return (
            <SelectInput
              key={field.name}
              {...common}
              {...SHAPE}
              choices={[...offered]}
              optionText="label"
              translateChoice={false}
              {...(field.isOptional ? {} : { emptyText: "" })}
            />
          );
        }
        case "choices":
          return (
            <CheckboxGroupInput
              key={field.name}
              {...common}
              choices={[...(choices[field.name] ?? [])]}
              optionText="label"
              translateChoice={false}
              sx={CHECKBOXES}
            />
          );
        case "text":
        case "lines":
          return <TextInput key={field.name} {...common} {...SHAPE} multiline minRows={3} />;
        case "date":
          // The native hint of the format of a blank date would overlap the label.
          return (
            <TextInput
              key={field.name}
              {...common}
              {...SHAPE}
              type="date"
              slotProps={{ inputLabel: { shrink: true } }}
            />
          );
        default:
          return (
            <TextInput key={field.name} {...common} {...SHAPE} type={field.kind === "line" ? "text" : field.kind} />
          );
      }
    });
}
