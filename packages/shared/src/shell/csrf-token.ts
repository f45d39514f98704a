let token = "";
let person = "";

/** The token that every write carries. */
export function csrfToken(): string {
  return token;
}

/** The server renews the token at sign-in; an answer without one leaves it as it is. */
export function rememberCsrfToken(next: string | null): void {
  if (next) token = next;
}

interface SessionUser {
  email?: string;
}

/** Whose page it is: what its envelope says of who is signed in. */
export interface Signed {
  csrf_token: string;
  session?: (SessionUser & { user?: SessionUser | null }) | null;
  admin?: SessionUser | null;
}

function personOf({ session, admin }: Signed): string {
  return JSON.stringify([session?.user?.email ?? session?.email, admin?.email]);
}

const SIGNED_OUT = personOf({ csrf_token: "" });

/** A page that was kept for the time without a line has no token, and leaves what is known as it is. */
export function rememberSigned(page: Signed): void {
  if (page.csrf_token === "") return;
  token = page.csrf_token;
  person = personOf(page);
}

/**
 * Takes the token of a page that was fetched for it; false when somebody else is signed in by now. Nobody is no one else: what
 * needs a person is then answered with the way to the door.
 */
export function renewCsrfToken(page: Signed): boolean {
  const now = personOf(page);
  if (now !== person && now !== SIGNED_OUT) return false;
  token = page.csrf_token;
  return true;
}
