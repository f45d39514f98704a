import { usePageData } from "@/admin/navigation";
import { MasterList } from "./MasterList";
import type { Kind } from "./kinds";

/** The global records of the kind in the address. */
export default function AdminGlobalMastersPage() {
  const { name, records } = usePageData<"admin_global_masters">();
  return <MasterList key={name} kind={name as Kind} resource={name} records={records} />;
}
