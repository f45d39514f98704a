import { useRevalidator } from "react-router";
import { send } from "@/admin/api";
import { usePageData } from "@/admin/navigation";
import { StaffPane } from "@/console/staff";
import type { StaffCalls } from "@/console/staff";

function callsAt(slug: string): StaffCalls {
  const staff = "/admin/api/r/{slug}/staff" as const;
  return {
    invite: (body) => send("POST", `${staff}/invitations`, { path: { slug }, body }),
    resend: (uid) => send("POST", `${staff}/invitations/{uid}/resent`, { path: { slug, uid } }),
    withdraw: (uid) => send("DELETE", `${staff}/invitations/{uid}`, { path: { slug, uid } }),
    setRole: (id, role) => send("PATCH", `${staff}/{id}`, { path: { slug, id: String(id) }, body: { role } }),
    remove: (id) => send("DELETE", `${staff}/{id}`, { path: { slug, id: String(id) } }),
  };
}

/** The staff of a restaurant. Admins may also add and remove owners. */
export default function AdminStaffPage() {
  const data = usePageData<"admin_staff">();
  const { revalidate } = useRevalidator();
  return <StaffPane list={data} calls={callsAt(data.slug)} mayWrite onChanged={revalidate} />;
}
