import { useShell } from "@/admin/api";
import type { AdminFlags } from "@/console/api";

/** Whether the admin has a permission. */
export function useFlag(flag: keyof AdminFlags): boolean {
  return useShell().admin?.flags[flag] === true;
}
