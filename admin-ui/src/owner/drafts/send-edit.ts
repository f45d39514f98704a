import { ApiError } from "@/owner/api";

/**
 * Sends an edit with the values that the user knows. If a colleague has changed one of them, reads the record again, so
 * that the form shows the saved value next to the entered one.
 */
export async function sendEdit<T>(send: () => Promise<T>, reload: () => Promise<unknown>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    // Without a connection the form keeps its values, and the next save is rejected again.
    if (error instanceof ApiError && error.status === 409) await reload().catch(() => undefined);
    throw error;
  }
}
