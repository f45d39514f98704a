import { expect, it } from "vitest";
import { namesOf } from "./merge";

const naming = {
  named: (name: string) => `${name}様`,
  others: (names: string, count: number) => `${names} 等${count}名`,
  separator: "、",
};

it("names up to three customers, and counts all if there are more", () => {
  expect(namesOf(["伊藤"], naming)).toBe("伊藤様");
  expect(namesOf(["伊藤", "佐藤", "加藤"], naming)).toBe("伊藤様、佐藤様、加藤様");
  expect(namesOf(["伊藤", "佐藤", "加藤", "江藤", "斎藤"], naming)).toBe("伊藤様、佐藤様、加藤様 等5名");
});
