import { useLoaderData } from "react-router";
import { SecondFactor } from "@/console/security";
import type { PageData } from "@/admin/api";

export default function AdminSecondFactorPage() {
  const step = useLoaderData<{ data: PageData["admin_second_factor"] }>().data;
  return <SecondFactor root="/admin" {...step} />;
}
