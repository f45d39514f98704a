import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderSite } from "@/testing/render-site";

it("describes the benefits of gold before the sign-up", async () => {
  await renderSite("/gold");
  const benefits = screen.getByRole("region", { name: "特典" });
  expect(benefits).toHaveTextContent("ゴールド会員のための予約枠");
  expect(benefits).toHaveTextContent("1回の予約枠で2件まで");
  const signUp = screen.getByRole("button", { name: "ゴールド会員に登録する" });
  expect(benefits.compareDocumentPosition(signUp)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
