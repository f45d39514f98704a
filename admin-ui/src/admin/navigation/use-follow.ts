import { useFollowing } from "@seki/shared/navigation";

function isAdmins(path: string): boolean {
  return path === "/admin" || path.startsWith("/admin/");
}

/** Returns a function that follows the redirect of a write's response. */
export function useFollow(): (target: string) => void {
  return useFollowing(isAdmins);
}
