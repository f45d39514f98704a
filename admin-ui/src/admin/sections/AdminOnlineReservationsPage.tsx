import { usePageData } from "@/admin/navigation";
import { ReservationSection } from "./ReservationSection";

export default function AdminOnlineReservationsPage() {
  return (
    <ReservationSection title="sections.menu.online_reservations" list={usePageData<"admin_online_reservations">()} />
  );
}
