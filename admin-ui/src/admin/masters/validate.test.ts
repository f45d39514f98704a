import { expect, it } from "vitest";
import type { Field } from "./fields";
import { kinds } from "./kinds";
import { lengthProblem, rangeProblem } from "./validate";

it("names the range of a number that is outside or not whole", () => {
  const fields: readonly Field[] = kinds.courses;
  const bounds = fields.find(({ name }) => name === "price")!.bounds!;
  const problem = { message: "masters.out_of_range", args: { min: "0", max: "10,000,000" } };
  for (const bad of [-1, 10_000_001, 1.5]) expect(rangeProblem(bad, bounds)).toEqual(problem);
  for (const good of [0, 10_000_000, "", null]) expect(rangeProblem(good, bounds)).toBeUndefined();
});

it("counts characters as the server does", () => {
  expect(lengthProblem(` ${"𠮷".repeat(100)} `, 100)).toBeUndefined();
  expect(lengthProblem("鮨".repeat(101), 100)).toEqual({ message: "ra.validation.maxLength", args: { max: "100" } });
});
