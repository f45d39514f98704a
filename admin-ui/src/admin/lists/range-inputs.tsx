import type { ReactElement } from "react";
import { NumberInput } from "react-admin";

/** Returns the inputs for the least and the greatest value of a number. */
export function rangeInputs(source: string): ReactElement[] {
  return [`${source}_gte`, `${source}_lte`].map((bound) => <NumberInput key={bound} source={bound} step={1} />);
}
