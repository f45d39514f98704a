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
