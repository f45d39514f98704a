import { ApiError, leaving, request as plainRequest } from "@seki/shared/api";
import { browser, hasUnsavedInput } from "@seki/shared/navigation";
import { setSessionEnded } from "./session-ended";

/**
 * Sends a request of a signed-in console session. Throws a rejection. Without a session it opens the sign-in page; with
 * unsaved input the page stays, asks for a sign-in in another tab, and the request may be sent again after that.
 */
export async function request(address: string, init: RequestInit): Promise<Response> {
  try {
    // `keepalive`, because a delayed removal may be sent while the document unloads.
    const response = await plainRequest(address, { ...init, keepalive: init.method === "DELETE" });
    setSessionEnded(false);
    return response;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (!hasUnsavedInput()) {
      // Requests the document again, because the server remembers the return address only for documents.
      browser.reload();
      return await leaving<Response>();
    }
    setSessionEnded(true);
    throw error;
  }
}
