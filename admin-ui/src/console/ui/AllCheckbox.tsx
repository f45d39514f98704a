import Checkbox from "@mui/material/Checkbox";
import type { CheckboxProps } from "@mui/material/Checkbox";

interface Props extends Omit<CheckboxProps, "indeterminate" | "slotProps"> {
  /** Some items of the list are selected, but not all. */
  some: boolean;
  /** Accessible name of a checkbox without a visible text. */
  label?: string;
}

/**
 * A checkbox for a whole list. MUI sets only the ARIA state for "some"; the native checkbox needs `indeterminate` as
 * well.
 */
export function AllCheckbox({ some, label, ...rest }: Props) {
  const say = (input: HTMLInputElement | null) => {
    if (input !== null) input.indeterminate = some;
  };
  return <Checkbox {...rest} indeterminate={some} slotProps={{ input: { ref: say, "aria-label": label } }} />;
}
