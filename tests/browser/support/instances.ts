const urls = (process.env.SEKI_URLS ?? process.env.SEKI_URL ?? "http://127.0.0.1:8080").split(",");

/** How many tests may run at the same time: each on a demo of its own, which its worker keeps. */
export const workers = Math.max(1, urls.length - 1);

/** The demo whose clock is moved: the last, which no worker has when there are several. */
export const clockProject = "clock";

export function instanceOf(project: string, worker: number): string {
  const url = project === clockProject ? urls.at(-1) : urls[worker];
  if (!url) throw new Error(`no demo for worker ${worker} of ${urls.length}`);
  return url;
}
