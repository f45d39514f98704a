import type { Schemas } from "../api/types";
import { UserFacingError } from "../writes/user-facing-error";

type Json = Record<string, unknown>;

/** Reports whether this browser supports the functions below. */
export function canUsePasskeys(): boolean {
  return "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** Creates a new passkey on the device. Throws an error with the message `refusal`. */
export async function createPasskey(options: Json, refusal: string): Promise<Json> {
  return answerOf(refusal, () => {
    const asked = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) });
  });
}

/** Signs with one of the passkeys on the device. Throws an error with the message `refusal`. */
export async function signWithPasskey(options: Json, refusal: string): Promise<Json> {
  return answerOf(refusal, () => {
    const asked = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) });
  });
}

/**
 * Reports to the browser which passkeys of an account remain, so that its password manager stops offering the removed
 * ones.
 */
export async function signalRemovedPasskeys(
  passkeys: readonly Schemas["PasskeyView"][],
  isRemoved: (passkey: Schemas["PasskeyView"]) => boolean,
): Promise<void> {
  const userId = passkeys.find(isRemoved)?.user_handle;
  if (userId === undefined) return;
  if (!("PublicKeyCredential" in window) || !("signalAllAcceptedCredentials" in PublicKeyCredential)) return;
  try {
    await PublicKeyCredential.signalAllAcceptedCredentials({
      rpId: window.location.hostname,
      userId,
      allAcceptedCredentialIds: passkeys
        .filter((passkey) => !isRemoved(passkey))
        .map(({ credential_id }) => credential_id),
    });
  } catch {
    // The passkey is removed here in any case; the text says that a device may keep its copy.
  }
}

/** Browsers report the same error for a closed dialog and for a device that does not know the passkey. */
async function answerOf(refusal: string, ask: () => Promise<Credential | null>): Promise<Json> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return { ...credential.toJSON() };
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  throw new UserFacingError(refusal);
}
