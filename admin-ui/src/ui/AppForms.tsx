import type { CreateProps, EditProps } from "react-admin";
import { Create, Edit } from "react-admin";

/** react-admin's edit, waiting for the server: what it refuses is shown at the fields. */
export function AppEdit(props: Omit<EditProps, "mutationMode">) {
  return <Edit {...props} mutationMode="pessimistic" />;
}

/** react-admin's create; it always waits. */
export function AppCreate(props: CreateProps) {
  return <Create {...props} />;
}
