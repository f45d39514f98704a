import { appendFileSync } from "node:fs";
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";

/** Ends the output with the line that whoever runs all suites adds up. A test that passes when tried again has failed. */
export default class Counts implements Reporter {
  private suite: Suite | null = null;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  onEnd({ status }: FullResult): void {
    const outcomes = (this.suite?.allTests() ?? []).map((test) => test.outcome());
    const failed = outcomes.filter((outcome) => outcome === "unexpected" || outcome === "flaky").length;
    const passed = outcomes.filter((outcome) => outcome === "expected").length;
    const brokenOff = status !== "passed" && failed === 0 ? 1 : 0;
    process.stdout.write(`browser: ${passed} passed, ${failed + brokenOff} failed\n`);
  }

  /** `tests/run.sh` names the slowest. */
  onTestEnd(test: TestCase, { duration }: TestResult): void {
    const { SEKI_TEST_TIMES: file } = process.env;
    const name = test.titlePath().filter(Boolean).join(" › ");
    if (file) appendFileSync(file, `${(duration / 1000).toFixed(1)} ${name}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
