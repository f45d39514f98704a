let token = "";

/** The token that every write carries. */
export function csrfToken(): string {
  return token;
}

/** The server renews the token at sign-in; an answer without one leaves it as it is. */
export function rememberCsrfToken(next: string | null): void {
  if (next) token = next;
}
