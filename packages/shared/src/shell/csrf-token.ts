let token = "";
let person = "";

/** Returns the CSRF token that every write sends. */
export function csrfToken(): string {
  return token;
}

/** Stores the token that the server renews at sign-in. A response without a token changes nothing. */
export function rememberCsrfToken(next: string | null): void {
  if (next) token = next;
}

interface SessionUser {
  email?: string;
}

/** The part of a page's envelope that identifies the signed-in person. */
export interface Signed {
  csrf_token: string;
  session?: (SessionUser & { user?: SessionUser | null }) | null;
  admin?: SessionUser | null;
}

function personOf({ session, admin }: Signed): string {
  return JSON.stringify([session?.user?.email ?? session?.email, admin?.email]);
}

const SIGNED_OUT = personOf({ csrf_token: "" });

/** Stores the token and the person of a page. A page from the offline cache has no token and changes nothing. */
export function rememberSigned(page: Signed): void {
  if (page.csrf_token === "") return;
  token = page.csrf_token;
  person = personOf(page);
}

/**
 * Stores the token of a freshly fetched page. Returns false if another person is signed in. A signed-out page is
 * accepted: a call that needs a person then gets a response that leads to sign-in.
 */
export function renewCsrfToken(page: Signed): boolean {
  const now = personOf(page);
  if (now !== person && now !== SIGNED_OUT) return false;
  token = page.csrf_token;
  return true;
}
