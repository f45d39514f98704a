import { useRevalidator } from "react-router";
import { showFlash } from "@/admin/api";

/** Shows the server's message about a write, then loads the page again. */
export function useFinish(): (message: string | undefined) => Promise<void> {
  const { revalidate } = useRevalidator();
  return async (message) => {
    if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
    await revalidate();
  };
}
