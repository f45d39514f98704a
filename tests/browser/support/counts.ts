import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";

/** Maximum number of failures that are retried; more of them are no accident. */
const MAX_RETRIED = 5;

const nameOf = (test: TestCase) => test.titlePath().filter(Boolean).join(" › ");

/**
 * Ends the output with "browser: N passed, N failed", which `tests/run.sh` adds up. With `SEKI_FIRST_ATTEMPT`, a file,
 * a run of up to five failures writes its number of passed tests there and ends without that line: `run.sh` then runs
 * the failed tests once more, and the second run, which finds the file, reports tests that pass as unsteady and counts
 * both runs.
 */
export default class Counts implements Reporter {
  private suite: Suite | null = null;
  private readonly busy: string[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  onEnd({ status }: FullResult): void {
    const all = this.suite?.allTests() ?? [];
    // A list of the tests runs none.
    const tests = status === "passed" && all.every(({ results }) => results.length === 0) ? [] : all;
    const passed = tests.filter((test) => test.outcome() === "expected");
    // One that was skipped did not run, because another failed or the time was over.
    const failed = tests.length - passed.length;
    const brokenOff = status === "timedout" || status === "interrupted" || (status !== "passed" && failed === 0);
    process.stdout.write(this.busy.join(""));
    const { SEKI_FIRST_ATTEMPT: file } = process.env;
    if (file && existsSync(file)) {
      for (const test of passed) process.stdout.write(`unsteady: ${nameOf(test)}\n`);
      this.write(Number(readFileSync(file, "utf8")) + passed.length, failed + Number(brokenOff));
    } else if (file && !brokenOff && failed > 0 && failed <= MAX_RETRIED) {
      writeFileSync(file, String(passed.length));
    } else {
      this.write(passed.length, failed + Number(brokenOff));
    }
  }

  private write(passed: number, failed: number): void {
    process.stdout.write(`browser: ${passed} passed, ${failed} failed\n`);
  }

  /** `tests/run.sh` names the slowest. */
  onTestEnd(test: TestCase, { annotations, duration }: TestResult): void {
    const { SEKI_TEST_TIMES: file } = process.env;
    if (file) appendFileSync(file, `${(duration / 1000).toFixed(1)} ${nameOf(test)}\n`);
    const busy = annotations.filter(({ type }) => type === "busy").length;
    if (busy > 0) this.busy.push(`busy: ${nameOf(test)}: the server put off ${busy} requests\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
