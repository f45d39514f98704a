import { useFormState } from "react-hook-form";
import { useTelling } from "../use-telling";

/** Tells whether the form around it differs from its record. */
export function FormChanges({ onChange }: { onChange: (isChanged: boolean) => void }) {
  const { dirtyFields } = useFormState();
  useTelling(Object.keys(dirtyFields).length > 0, onChange);
  return null;
}
