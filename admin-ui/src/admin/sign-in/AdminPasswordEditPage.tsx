import { useLoaderData } from "react-router";
import { NewPassword } from "@/console/security";
import { send } from "@/admin/api";
import type { PageData } from "@/admin/api";

export default function AdminPasswordEditPage() {
  const link = useLoaderData<{ data: PageData["admin_password_edit"] }>().data;
  return (
    <NewPassword
      root="/admin"
      {...link}
      onSubmit={(admin_user) => send("PATCH", "/admin/password", { body: { admin_user } })}
    />
  );
}
