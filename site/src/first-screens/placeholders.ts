/** Stands in a drawing for what the server writes there: an expression of its templates over the page's envelope. */
const DIGITS = 2;

export class Placeholders {
  private readonly expressions: string[] = [];

  /** A word that survives escaping, addresses and class names as it is. */
  of(expression: string): string {
    this.expressions.push(expression);
    return `zq${String(this.expressions.length - 1).padStart(DIGITS, "0")}qz`;
  }

  /** A number, for what is counted. */
  count(expression: string): number {
    this.expressions.push(expression);
    return Number(`90${String(this.expressions.length - 1).padStart(DIGITS, "0")}09`);
  }

  /** The drawing with the expressions in place of their words. */
  fill(drawing: string): string {
    return drawing.replace(/zq(\d\d)qz|90(\d\d)09/g, (_, word: string | undefined, number: string | undefined) => {
      const expression = this.expressions[Number(word ?? number)];
      if (expression === undefined) throw new Error(`no placeholder ${word ?? number}`);
      return `{{ ${expression} }}`;
    });
  }
}
