import type { FullConfig, FullResult, Reporter, Suite } from "@playwright/test/reporter";

/** Ends the output with the line that whoever runs all suites adds up. A test that passes when tried again has passed. */
export default class Counts implements Reporter {
  private suite: Suite | null = null;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  onEnd({ status }: FullResult): void {
    const outcomes = (this.suite?.allTests() ?? []).map((test) => test.outcome());
    const failed = outcomes.filter((outcome) => outcome === "unexpected").length;
    const passed = outcomes.filter((outcome) => outcome === "expected" || outcome === "flaky").length;
    const brokenOff = status !== "passed" && failed === 0 ? 1 : 0;
    process.stdout.write(`browser: ${passed} passed, ${failed + brokenOff} failed\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
