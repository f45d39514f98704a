import { useFollowing } from "@seki/shared/navigation";

function isAdmins(path: string): boolean {
  return path === "/admin" || path.startsWith("/admin/");
}

/** Goes where a write's answer says. */
export function useFollow(): (target: string) => void {
  return useFollowing(isAdmins);
}
