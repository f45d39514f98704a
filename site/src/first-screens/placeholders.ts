/**
 * Digits of a placeholder's number. A placeholder is replaced by an expression of the server's templates over the
 * page's envelope.
 */
const DIGITS = 2;

export class Placeholders {
  private readonly expressions: string[] = [];

  /** Returns a placeholder text that survives escaping, addresses and class names unchanged. */
  of(expression: string): string {
    this.expressions.push(expression);
    return `zq${String(this.expressions.length - 1).padStart(DIGITS, "0")}qz`;
  }

  /** Returns a placeholder number, for counts. */
  count(expression: string): number {
    this.expressions.push(expression);
    return Number(`90${String(this.expressions.length - 1).padStart(DIGITS, "0")}09`);
  }

  /** Replaces the placeholders of a drawing with their expressions. */
  fill(drawing: string): string {
    return drawing.replace(/zq(\d\d)qz|90(\d\d)09/g, (_, word: string | undefined, number: string | undefined) => {
      const expression = this.expressions[Number(word ?? number)];
      if (expression === undefined) throw new Error(`no placeholder ${word ?? number}`);
      return `{{ ${expression} }}`;
    });
  }
}
