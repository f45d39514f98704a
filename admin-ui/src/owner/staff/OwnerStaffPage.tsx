import { useRevalidator } from "react-router";
import { StaffPane } from "@/console/staff";
import type { StaffCalls } from "@/console/staff";
import { send, useMayWrite } from "@/owner/api";
import { usePage } from "@/owner/navigation";
import { StaffTable } from "./StaffTable";

const remove = (id: number) => send("DELETE", "/owners/api/staff/{id}", { path: { id: String(id) } });

const calls: StaffCalls = {
  invite: (body) => send("POST", "/owners/api/staff/invitations", { body }),
  resend: (uid) => send("POST", "/owners/api/staff/invitations/{uid}/resent", { path: { uid } }),
  withdraw: (uid) => send("DELETE", "/owners/api/staff/invitations/{uid}", { path: { uid } }),
  setRole: (id, body) => send("PATCH", "/owners/api/staff/{id}", { path: { id: String(id) }, body }),
  remove,
};

/** Lists the other accounts of the restaurant's console. */
export default function OwnerStaffPage() {
  const { data } = usePage<"owner_staff">();
  const { revalidate } = useRevalidator();
  return (
    <StaffPane
      list={data}
      calls={calls}
      mayWrite={useMayWrite("office")}
      isJustified={false}
      onChanged={revalidate}
      renderMembers={(actions) => (
        <StaffTable staff={data.staff} actions={actions} remove={remove} onChanged={revalidate} />
      )}
    />
  );
}
