/** An error whose message is meant for the user, in their language. */
export class UserFacingError extends Error {}
