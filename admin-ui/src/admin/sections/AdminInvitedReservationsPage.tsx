import { usePageData } from "@/admin/navigation";
import { ReservationSection } from "./ReservationSection";

export default function AdminInvitedReservationsPage() {
  return (
    <ReservationSection title="sections.menu.invited_reservations" list={usePageData<"admin_invited_reservations">()} />
  );
}
