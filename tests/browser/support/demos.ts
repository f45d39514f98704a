import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const { SEKI_BIN, SEKI_DEMOS, SEKI_URL, SEKI_WORKERS } = process.env;

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** When the time of each demo begins: months, weekdays and the demo's scenes are the same on every run. */
const BEGINNING = "2026-12-08T09:00+09:00";

/** Milliseconds that a demo may take to start, with an idle disk a tenth of it, and to stop. */
export const STARTED_WITHIN = 180_000;
const STOPPED_WITHIN = 60_000;

/** Number of concurrent tests, each on the demo of its worker. */
export const workers = SEKI_URL ? 1 : Math.max(1, Number(SEKI_WORKERS ?? 1));

/** This project moves its demo's clock, so it has a separate demo, which runs only during the project. */
export const clockProject = "clock";

export interface Demo {
  url: string;
  /** Whether it stops with its worker, or remains for the next one. */
  isShort: boolean;
  stop: () => Promise<void>;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(isDone: () => boolean, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await pause(100)) {
    if (isDone()) return true;
  }
  return isDone();
}

/** A demo of the run: its process and address are kept in files, for the worker that comes after one that failed. */
class Own implements Demo {
  url = "";

  constructor(
    private readonly folder: string,
    private readonly name: string,
    readonly isShort: boolean,
  ) {}

  private file(extension: string): string {
    return join(this.folder, `${this.name}.${extension}`);
  }

  private get pid(): number | undefined {
    return existsSync(this.file("pid")) ? Number(readFileSync(this.file("pid"), "utf8")) : undefined;
  }

  /** Finds it running, or starts it. */
  async open(): Promise<this> {
    const pid = this.pid;
    if (pid !== undefined && isAlive(pid) && existsSync(this.file("url"))) {
      this.url = readFileSync(this.file("url"), "utf8");
    } else {
      await this.stop();
      await this.start();
    }
    return this;
  }

  private async start(): Promise<void> {
    const home = join(this.folder, this.name);
    rmSync(home, { recursive: true, force: true });
    const path = this.file(`${process.pid}.log`);
    const log = openSync(path, "w");
    const { DATABASE_URL: _, ...inherited } = process.env;
    const demo = spawn(SEKI_BIN ?? "target/debug/seki", ["up", "--volatile", "--at", BEGINNING], {
      cwd: ROOT,
      env: { ...inherited, SEKI_HOME: home, PORT: "0" },
      stdio: ["ignore", log, log],
      detached: true,
    });
    closeSync(log);
    demo.unref();
    let failure: string | undefined;
    demo.once("error", (error) => (failure = error.message));
    demo.once("exit", (code) => (failure ??= `it ended with ${code}`));
    if (demo.pid !== undefined) writeFileSync(this.file("pid"), String(demo.pid));
    const readyUrl = () => /^ready (\S+)$/m.exec(readFileSync(path, "utf8"))?.[1];
    await until(() => failure !== undefined || readyUrl() !== undefined, STARTED_WITHIN);
    const url = readyUrl();
    if (url === undefined) {
      const tail = readFileSync(path, "utf8").split("\n").slice(-40).join("\n");
      throw new Error(`The demo ${this.name} did not start: ${failure ?? "it is not ready"}\n${tail}`);
    }
    this.url = url;
    writeFileSync(this.file("url"), url);
  }

  async stop(): Promise<void> {
    const pid = this.pid;
    for (const extension of ["url", "pid"]) rmSync(this.file(extension), { force: true });
    if (!pid || !isAlive(pid)) return;
    process.kill(pid, "SIGINT");
    if (!(await until(() => !isAlive(pid), STOPPED_WITHIN))) process.kill(pid, "SIGKILL");
  }
}

/** The demo of a worker, started by the first that needs it; `SEKI_URL` names one that runs already, for everything. */
export async function demoOf(project: string, worker: number): Promise<Demo> {
  if (SEKI_URL || !SEKI_DEMOS) {
    return { url: SEKI_URL ?? "http://127.0.0.1:8080", isShort: false, stop: async () => {} };
  }
  const isShort = project === clockProject;
  return new Own(SEKI_DEMOS, isShort ? clockProject : `worker-${worker}`, isShort).open();
}
