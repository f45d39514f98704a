/** Pixels at the foot of the window that the bar of a move may cover. A board scrolls to above them. */
export const BAR_ROOM = 170;
