import { ForgottenPassword } from "@/console/security";
import { send } from "@/owner/api";

export default function OwnerPasswordNewPage() {
  return (
    <ForgottenPassword root="/owners" onSubmit={(owner) => send("POST", "/owners/password", { body: { owner } })} />
  );
}
