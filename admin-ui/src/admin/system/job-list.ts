import type { Schemas } from "@/admin/api";
import { filterIn } from "@/admin/lists/own-address";
import type { ListLinks } from "@/admin/lists/own-address";

export const DEAD_LETTERS = "dead_letters";
export const JOBS = "jobs";

/** A job of the list. Dead letters have no state: all of them are dead. */
export type ListedJob = Schemas["DeadLetterEntry"];

export const STATES = ["dead", "failing", "waiting", "running", "done"] as const;
export type JobState = (typeof STATES)[number];

/** Whether the jobs of a state have ended. Their lists show and sort by that time, the others by the time when they are due. */
export function isEnded(state: JobState): boolean {
  return state === "dead" || state === "done";
}

/** The filters of the lists. Dead letters have a separate list without states. */
type JobsFilter = { state?: Exclude<JobState, "dead">; queue?: string };

export const LINKS: ListLinks = {
  initial: {},
  plain: {
    state: (state) => filterOf(stateNamed(state)),
    queue: (queue) => (queue === "" ? {} : { queue }),
  },
};

/** Returns the filter of the jobs in a state, of a queue or of all. */
export function filterOf(state: JobState, queue?: string): JobsFilter {
  return { ...(state === "dead" ? {} : { state }), ...(queue === undefined ? {} : { queue }) };
}

/** Returns the state and the queue that an address shows. */
export function shownJobs(address: URLSearchParams): { state: JobState; queue: string | undefined } {
  const { state, queue } = filterIn(address);
  return { state: stateNamed(state), queue: typeof queue === "string" ? queue : undefined };
}

function stateNamed(name: unknown): JobState {
  return STATES.find((state) => state === name) ?? "dead";
}
