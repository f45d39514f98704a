import { expect, test } from "../support/test";

// F086, F087
test("an entry in one window disables the button of another", async ({ page, context, fresh }) => {
  const diner = await fresh();
  await diner.enter(context);
  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto("/r/sushi-kagura");
    await each.getByRole("button", { name: "抽選に応募する" }).click();
    await expect(each.getByRole("dialog").getByRole("button", { name: "応募する", exact: true })).toBeEnabled();
  }
  await page.getByRole("dialog").getByRole("button", { name: "応募する", exact: true }).click();
  await expect(page.getByText("応募を受け付けました。")).toBeVisible();
  await expect(other.getByRole("dialog").getByRole("button", { name: "応募済み" })).toBeDisabled();
  await expect(other.getByRole("dialog").getByText("応募の控え（1口）")).toBeVisible();
});
