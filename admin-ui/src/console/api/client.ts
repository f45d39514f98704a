import { ApiError, request as plainRequest } from "@seki/shared/api";
import { browser } from "@seki/shared/navigation";

/** Sends a request of a signed-in console session. Throws a rejection; without a session it opens the sign-in page. */
export async function request(address: string, init: RequestInit): Promise<Response> {
  try {
    // `keepalive`, because a delayed removal may be sent while the document unloads.
    return await plainRequest(address, { ...init, keepalive: init.method === "DELETE" });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return await signInAgain();
    throw error;
  }
}

/** Requests the document again, because the server remembers the return address only for documents. */
function signInAgain(): Promise<never> {
  browser.reload();
  return new Promise<never>(() => undefined);
}
