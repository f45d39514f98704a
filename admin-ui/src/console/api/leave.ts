import { leaving } from "@seki/shared/api";
import { browser } from "@seki/shared/navigation";

/** Opens an address as a document. Never resolves, because the document is left. */
export async function leaveFor<Nothing>(address: string): Promise<Nothing> {
  browser.assign(address);
  return await leaving<Nothing>();
}
