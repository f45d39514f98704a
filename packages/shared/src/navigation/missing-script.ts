/** Reports whether an error means that a script could not be fetched. Each browser has its own message. */
export function isMissingScript(error: unknown): boolean {
  return error instanceof TypeError && /import|module script|fetch/i.test(error.message);
}
