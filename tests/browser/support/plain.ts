import type { Reporter, TestCase, TestError, TestResult } from "@playwright/test/reporter";

/** Prints the output of the tests, and their errors. */
export default class Plain implements Reporter {
  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(chunk);
  }

  onError(error: TestError): void {
    console.error(error.message);
  }

  onTestEnd(test: TestCase, { errors }: TestResult): void {
    for (const { message } of errors) console.error(`${test.title}: ${message}`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
