import type { Drafted } from "./use-draft";

export type Decisions<Draft> = Pick<Drafted<Draft>, "clashes" | "keepMine" | "takeTheirs">;

/** Returns the choices of a form's conflicts. Each of them also runs `reset`, which clears the problem of the rejected save. */
export function decisionsOf<Draft>(
  { clashes, keepMine, takeTheirs }: Drafted<Draft>,
  reset: () => void,
): Decisions<Draft> {
  const resetting = (decide: (name: keyof Draft) => void) => (name: keyof Draft) => {
    reset();
    decide(name);
  };
  return { clashes, keepMine: resetting(keepMine), takeTheirs: resetting(takeTheirs) };
}
