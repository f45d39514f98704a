/**
 * Returns the ARIA attributes of a field with a list of results below it, including the option that Enter takes.
 * Options have the ids `LIST-0`, `LIST-1`, …
 */
export function comboboxOf(list: string, count: number, marked: number) {
  return {
    role: "combobox",
    autoComplete: "off",
    "aria-expanded": count > 0,
    "aria-controls": list,
    "aria-autocomplete": "list",
    "aria-activedescendant": count > 0 ? `${list}-${marked}` : undefined,
  } as const;
}

/**
 * Returns the attributes of an option of such a list. A resting mouse does not select: Enter takes the option that the
 * keyboard marked.
 */
export const foundOption = (isMarked: boolean) => ({
  px: 1.5,
  py: 1,
  minHeight: 52,
  cursor: "pointer",
  borderRadius: 1,
  border: 1,
  borderColor: isMarked ? "primary.main" : "divider",
  bgcolor: isMarked ? "primary.light" : "transparent",
  "&:hover": { borderColor: "primary.main" },
});
