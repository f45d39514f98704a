import { useShell } from "@/admin/api";
import { usePageData } from "@/admin/navigation";
import { MasterList } from "./MasterList";
import { nameOf } from "./kinds";
import type { Kind } from "./kinds";

/** A restaurant's records of the kind in the address. */
export default function AdminMastersPage() {
  const { slug, name, records, choices } = usePageData<"admin_masters">();
  const { locale } = useShell();
  // A question may depend on an option of a question that depends on none.
  const parents = (records as Record<string, unknown>[])
    .filter(({ question_type, parent_id }) => question_type === "select" && parent_id === null)
    .map((record) => ({ id: record.id as number, label: nameOf(record, locale === "en") }));
  return (
    <MasterList
      key={name}
      kind={name as Kind}
      resource={`r/${slug}/${name}`}
      records={records}
      choices={{ ...choices, parent_id: parents }}
    />
  );
}
