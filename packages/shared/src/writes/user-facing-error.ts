/** An error whose message is a sentence for the person, in their language. */
export class UserFacingError extends Error {}
