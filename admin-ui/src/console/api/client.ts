import { ApiError, request as plainRequest } from "@seki/shared/api";
import { browser } from "@seki/shared/navigation";

/** A request of somebody signed in to the console. A refusal is thrown; without a session the sign-in page follows. */
export async function request(address: string, init: RequestInit): Promise<Response> {
  try {
    // A removal that was kept waiting may leave with the document.
    return await plainRequest(address, { ...init, keepalive: init.method === "DELETE" });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return await signInAgain();
    throw error;
  }
}

/** The server remembers the way back only for documents, so the document is asked for again. */
function signInAgain(): Promise<never> {
  browser.reload();
  return new Promise<never>(() => undefined);
}
