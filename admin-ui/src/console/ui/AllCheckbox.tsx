import Checkbox from "@mui/material/Checkbox";
import type { CheckboxProps } from "@mui/material/Checkbox";

interface Props extends Omit<CheckboxProps, "indeterminate" | "slotProps"> {
  /** Some of the list are chosen, and not all. */
  some: boolean;
  /** Where no text stands beside the box. */
  label?: string;
}

/** A box for a whole list. MUI says "some" by ARIA alone, which a browser's own box has to say by itself as well. */
export function AllCheckbox({ some, label, ...rest }: Props) {
  const say = (input: HTMLInputElement | null) => {
    if (input !== null) input.indeterminate = some;
  };
  return <Checkbox {...rest} indeterminate={some} slotProps={{ input: { ref: say, "aria-label": label } }} />;
}
