import { usePageData } from "@/admin/navigation";
import { MasterList } from "./MasterList";
import type { Kind } from "./kinds";

/** The records of the whole house of the kind that the address names. */
export default function AdminHouseMastersPage() {
  const { name, records } = usePageData<"admin_house_masters">();
  return <MasterList key={name} kind={name as Kind} resource={name} records={records} />;
}
