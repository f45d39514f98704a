import { useState } from "react";

/** Stores one of a few choices in the browser. A browser that denies storage starts with the first each time. */
export function useStoredChoice<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState<Choice>(() => choices.find((each) => each === read(key)) ?? choices[0]);
  const choose = (next: Choice) => {
    store(key, next);
    setChoice(next);
  };
  return [choice, choose];
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice);
  } catch {
    // The choice remains until the page is left.
  }
}
