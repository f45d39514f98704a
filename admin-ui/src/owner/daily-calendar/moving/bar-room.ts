/** The document's property with the height of the bar of a move. */
export const BAR_PROPERTY = "--move-bar";

/**
 * Space at the foot of the window that the bar of a move may cover, with a gap below and above it. A board scrolls to
 * above it. Most texts fit into the least height, so that the page does not move with the target.
 */
export const BAR_ROOM = `max(170px, calc(24px + var(${BAR_PROPERTY}, 0px)))`;
