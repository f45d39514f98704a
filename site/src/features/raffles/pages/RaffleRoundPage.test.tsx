import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderSite } from "@/testing/render-site";

it("says of a draw what is true for everybody who reads the proof", async () => {
  await renderSite("/raffle/rounds/drawn");
  expect(screen.getByText("抽選は終了しました。")).toBeVisible();
  expect(screen.queryByText(/当選されません/)).not.toBeInTheDocument();
});
