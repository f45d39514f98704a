/** Input type of a field. */
export type FieldKind =
  | "line"
  | "text"
  | "lines"
  | "number"
  | "optional_number"
  | "tick"
  | "time"
  | "date"
  | "color"
  | "email"
  | "choice"
  | "optional_choice"
  | "choices";

export interface Field<Name extends string = string> {
  name: Name;
  kind: FieldKind;
  /** The fixed values of a choice; otherwise the page provides them. */
  values?: readonly string[];
  /** Set when the record is created, and never changed in this form. */
  isOnce?: boolean;
  /** May be left blank. */
  isOptional?: boolean;
  /** Minimum and maximum of a whole number. */
  bounds?: readonly [min: number, max: number];
  /** Maximum length in characters. */
  most?: number;
  /** Key of the text `hint.…`, if it differs from the field's name. */
  hint?: string;
  /** Initial value of a new record. */
  initial?: string | number | boolean;
}

/** An option of a field whose options the page provides. */
export interface Choice {
  id: string | number;
  label: string;
}

/** Converts a form field's value to the server's format. */
export function stored(kind: FieldKind, value: unknown): unknown {
  switch (kind) {
    case "lines":
      return (typeof value === "string" ? value : "").split("\n").filter((line) => line.trim() !== "");
    case "number":
      return value === "" || value === null || value === undefined ? 0 : Number(value);
    case "optional_number":
      return value === "" || value === null || value === undefined ? null : Number(value);
    case "optional_choice":
    case "date":
      return value === "" || value === undefined ? null : value;
    case "tick":
      return value === true;
    case "choices":
      return Array.isArray(value) ? value : [];
    default:
      return value ?? "";
  }
}

/** Converts a record's value to the format of its input. */
function shown(kind: FieldKind, value: unknown): unknown {
  return kind === "lines" && Array.isArray(value) ? value.join("\n") : value;
}

type Values = Record<string, unknown>;

/** Returns the fields that a form sends, in the server's format. */
export function storedRecord(fields: readonly Field[], values: Values): Values {
  return Object.fromEntries(fields.map(({ name, kind }) => [name, stored(kind, values[name])]));
}

export function shownRecord(fields: readonly Field[], values: Values): Values {
  return { ...values, ...Object.fromEntries(fields.map(({ name, kind }) => [name, shown(kind, values[name])])) };
}

/** Returns a new record with its initial values. */
export function newRecord(fields: readonly Field[], choices: Record<string, readonly Choice[]> = {}): Values {
  const initial = ({ name, kind, initial: value, isOptional }: Field) => {
    const only = kind === "choice" && !isOptional && choices[name]?.length === 1 ? choices[name][0]?.id : undefined;
    return value ?? only;
  };
  return Object.fromEntries(
    fields.map((field) => [field.name, initial(field)] as const).filter(([, value]) => value !== undefined),
  );
}
