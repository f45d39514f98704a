import { useRevalidator } from "react-router";
import { send, useShell } from "@/admin/api";
import { usePageData } from "@/admin/navigation";
import { StaffPane } from "@/console/staff";
import type { StaffCalls } from "@/console/staff";

function callsAt(slug: string): StaffCalls {
  const staff = "/admin/api/r/{slug}/staff" as const;
  return {
    invite: (invited, justification) =>
      send("POST", `${staff}/invitations`, { path: { slug }, body: { ...invited, ...justification } }),
    resend: (uid, body) => send("POST", `${staff}/invitations/{uid}/resent`, { path: { slug, uid }, body }),
    withdraw: (uid, body) => send("DELETE", `${staff}/invitations/{uid}`, { path: { slug, uid }, body }),
    setRole: (id, change, justification) =>
      send("PATCH", `${staff}/{id}`, { path: { slug, id: String(id) }, body: { ...change, ...justification } }),
    remove: (id, body) => send("DELETE", `${staff}/{id}`, { path: { slug, id: String(id) }, body }),
  };
}

/** The staff of a restaurant. Admins with the permission may also add and remove owners. */
export default function AdminStaffPage() {
  const data = usePageData<"admin_staff">();
  const { revalidate } = useRevalidator();
  const mayWrite = useShell().admin?.flags.staff === true;
  return <StaffPane list={data} calls={callsAt(data.slug)} mayWrite={mayWrite} isJustified onChanged={revalidate} />;
}
