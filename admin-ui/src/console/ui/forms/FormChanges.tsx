import { useFormState } from "react-hook-form";
import { useReportChanged } from "../use-report-changed";

/** Reports whether the surrounding form differs from its record. */
export function FormChanges({ onChange }: { onChange: (isChanged: boolean) => void }) {
  const { dirtyFields } = useFormState();
  useReportChanged(Object.keys(dirtyFields).length > 0, onChange);
  return null;
}
