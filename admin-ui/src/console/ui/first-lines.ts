/**
 * Returns styles that show the first N lines of a long text, such as a memo of 5,000 characters. Screen readers read
 * all of it.
 */
export function firstLines(lines: number) {
  return { display: "-webkit-box", WebkitLineClamp: lines, WebkitBoxOrient: "vertical", overflow: "hidden" } as const;
}
