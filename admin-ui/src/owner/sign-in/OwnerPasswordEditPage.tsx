import { useLoaderData } from "react-router";
import { NewPassword } from "@/console/security";
import { send } from "@/owner/api";
import type { PageData } from "@/owner/api";

export default function OwnerPasswordEditPage() {
  const link = useLoaderData<{ data: PageData["owner_password_edit"] }>().data;
  return (
    <NewPassword
      root="/owners"
      {...link}
      onSubmit={(owner) => send("PATCH", "/owners/password", { body: { owner } })}
    />
  );
}
