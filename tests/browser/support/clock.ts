import { request } from "@playwright/test";
import type { APIRequestContext } from "@playwright/test";

const DAY = 86_400;
/** How far Tokyo is ahead, in seconds. */
const AHEAD = 9 * 3_600;

/** The clock of a demo, for the project that may move it. */
export class DemoClock {
  private isStopped = false;

  private constructor(private readonly api: APIRequestContext) {}

  static async of(demo: string): Promise<DemoClock> {
    return new DemoClock(await request.newContext({ baseURL: demo }));
  }

  private async change(data: object): Promise<void> {
    const answer = await this.api.post("/dev/clock", { data });
    if (!answer.ok()) throw new Error(`POST /dev/clock: ${await answer.text()}`);
  }

  /** As milliseconds since 1970. */
  async now(): Promise<number> {
    const answer = await this.api.get("/dev/clock");
    return Date.parse(((await answer.json()) as { now: string }).now);
  }

  advance(seconds: number): Promise<void> {
    return this.change({ advance_seconds: Math.ceil(seconds) });
  }

  /** Stops the clock until the test ends: what the server answers does not depend on how long a page takes. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.change({ stopped: true });
  }

  /** Moves on to the next time that is `hh:mm` in Tokyo, or stays where it is that time. */
  async goTo(time: string): Promise<void> {
    const [hours = 0, minutes = 0] = time.split(":").map(Number);
    const wanted = hours * 3_600 + minutes * 60 - AHEAD;
    const second = Math.floor((await this.now()) / 1000) % DAY;
    await this.advance((wanted - second + 2 * DAY) % DAY);
  }

  async close(): Promise<void> {
    if (this.isStopped) await this.change({ stopped: false });
    await this.api.dispose();
  }
}
