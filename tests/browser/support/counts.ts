import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** Ends the output with the line that whoever runs all suites adds up. */
export default class Counts implements Reporter {
  private passed = 0;
  private failed = 0;

  onTestEnd(_test: TestCase, { status }: TestResult): void {
    if (status === "passed") this.passed += 1;
    else this.failed += 1;
  }

  onEnd({ status }: FullResult): void {
    if (status !== "passed" && this.failed === 0) this.failed = 1;
    process.stdout.write(`browser: ${this.passed} passed, ${this.failed} failed\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
