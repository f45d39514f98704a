import { useLoaderData } from "react-router";
import { SecondFactor } from "@/console/security";
import type { PageData } from "@/owner/api";

export default function OwnerSecondFactorPage() {
  const step = useLoaderData<{ data: PageData["owner_second_factor"] }>().data;
  return <SecondFactor root="/owners" {...step} />;
}
