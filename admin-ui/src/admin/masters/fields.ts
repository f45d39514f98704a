/** How a field is typed in. */
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
  | "optional_choice";

export interface Field<Name extends string = string> {
  name: Name;
  kind: FieldKind;
  /** The values of a choice, where they are the same everywhere; else the page brings them. */
  values?: readonly string[];
  /** Chosen when the record is made, and never again. */
  isOnce?: boolean;
  /** May be left blank. */
  isOptional?: boolean;
  /** The least and the most of a whole number. */
  bounds?: readonly [min: number, max: number];
  /** So many characters at most. */
  most?: number;
  /** The text `hint.…` beside it, where that is not its name. */
  hint?: string;
  /** What a new record begins with. */
  initial?: string | number | boolean;
}

/** What a field offers, where the page brings it. */
export interface Choice {
  id: string | number;
  label: string;
}

/** A blank field of a form, as the server means it. */
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
    default:
      return value ?? "";
  }
}

/** A record as its form shows it. */
function shown(kind: FieldKind, value: unknown): unknown {
  return kind === "lines" && Array.isArray(value) ? value.join("\n") : value;
}

type Values = Record<string, unknown>;

/** What a form sends of a record: its fields alone, each as the server means it. */
export function storedRecord(fields: readonly Field[], values: Values): Values {
  return Object.fromEntries(fields.map(({ name, kind }) => [name, stored(kind, values[name])]));
}

export function shownRecord(fields: readonly Field[], values: Values): Values {
  return { ...values, ...Object.fromEntries(fields.map(({ name, kind }) => [name, shown(kind, values[name])])) };
}

/** A new record: what its fields begin with. */
export function newRecord(fields: readonly Field[], choices: Record<string, readonly Choice[]> = {}): Values {
  const initial = ({ name, kind, initial: value, isOptional }: Field) => {
    const only = kind === "choice" && !isOptional && choices[name]?.length === 1 ? choices[name][0]?.id : undefined;
    return value ?? only;
  };
  return Object.fromEntries(
    fields.map((field) => [field.name, initial(field)] as const).filter(([, value]) => value !== undefined),
  );
}
