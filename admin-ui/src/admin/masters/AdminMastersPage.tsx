import { usePageData } from "@/admin/navigation";
import { MasterList } from "./MasterList";
import type { Kind } from "./kinds";

/** A restaurant's records of the kind that the address names. */
export default function AdminMastersPage() {
  const { slug, name, records, choices } = usePageData<"admin_masters">();
  return (
    <MasterList key={name} kind={name as Kind} resource={`r/${slug}/${name}`} records={records} choices={choices} />
  );
}
