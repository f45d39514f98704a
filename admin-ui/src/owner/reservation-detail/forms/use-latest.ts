import { useState } from "react";
import type { Detail } from "./model";

/**
 * Returns the latest known state of a reservation: the answer to a change until the page has read the reservation again,
 * so that a second change expects the saved values. A reading that began before the change is older than its answer.
 */
export function useLatest(read: Detail): [Detail, (answer: Detail) => void] {
  const [seen, setSeen] = useState(read);
  const [answer, setAnswer] = useState<Detail | null>(null);
  if (seen !== read) {
    setSeen(read);
    if (answer !== null && answer.version <= read.version) setAnswer(null);
  }
  return [answer ?? read, setAnswer];
}
