import { usePageData } from "@/admin/navigation";
import { OffsiteImport } from "./OffsiteImport";
import { ReservationSection } from "./ReservationSection";

export default function AdminOffsiteReservationsPage() {
  const list = usePageData<"admin_offsite_reservations">();
  return (
    <ReservationSection
      title="sections.menu.offsite_reservations"
      keyword="sections.reservations.keyword_offsite"
      list={list}
    >
      <OffsiteImport />
    </ReservationSection>
  );
}
