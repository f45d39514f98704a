import { UserFacingError } from "../writes/user-facing-error";

type Json = Record<string, unknown>;

/** Whether this browser can do what the functions below ask of it. */
export function canUsePasskeys(): boolean {
  return "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** Asks the device for a new passkey; what it throws says `refusal`. */
export async function createPasskey(options: Json, refusal: string): Promise<Json> {
  return answerOf(refusal, () => {
    const asked = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) });
  });
}

/** Asks the device to sign with one of the passkeys; what it throws says `refusal`. */
export async function signWithPasskey(options: Json, refusal: string): Promise<Json> {
  return answerOf(refusal, () => {
    const asked = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) });
  });
}

/** Browsers say the same for a dialog that was closed and for a device that does not know the passkey. */
async function answerOf(refusal: string, ask: () => Promise<Credential | null>): Promise<Json> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return { ...credential.toJSON() };
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  throw new UserFacingError(refusal);
}
