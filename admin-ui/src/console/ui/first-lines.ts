/** Shows the beginning of a long text, such as a memo of 5,000 characters, in so many lines. Screen readers are told all of it. */
export function firstLines(lines: number) {
  return { display: "-webkit-box", WebkitLineClamp: lines, WebkitBoxOrient: "vertical", overflow: "hidden" } as const;
}
