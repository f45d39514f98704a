/** A proof of identity in a form. */
export interface Proof {
  /** The password, or a code of the authenticator app. */
  proof: string;
  isByCode: boolean;
}

/** Returns the field of a request's body with the proof. */
export const proofBody = ({ proof, isByCode }: Proof) => (isByCode ? { code: proof } : { current_password: proof });
