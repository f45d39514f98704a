import { settled } from "../../support/album";
import { withLongestTexts } from "../../support/longest";
import { staffPages } from "../../support/pages";
import { fits, sidewaysBy, WIDTHS } from "../../support/sideways";
import { Staff } from "../../support/staff";
import { sweep } from "../../support/sweep";
import { expect, test } from "../../support/test";

interface GuestPage {
  page: string;
  data: { customer: object; groups: { id: number }[] };
}

/** The guest belongs to a group, whose name has the maximum length. */
function withGroup(envelope: unknown): unknown {
  const found = envelope as GuestPage;
  if (found.page !== "owner_customer") return envelope;
  const { customer, groups } = found.data;
  return { ...found, data: { ...found.data, customer: { ...customer, customer_group_id: groups[0]?.id ?? null } } };
}

const softly = expect.configure({ soft: true });

test("no page of the console scrolls horizontally with the longest texts", async ({ page, baseURL }) => {
  test.slow();
  const staff = await Staff.signedIn(baseURL ?? "");
  const stops = await staffPages(staff, "sushi-kagura");
  await staff.enter(page.context());
  await staff.close();
  await withLongestTexts(page.context(), withGroup);
  await sweep(page, stops, { check: fits });
  await page.setViewportSize({ width: 1024, height: 844 });
  await page.goto(stops.find(({ name }) => name === "owner-day")?.path ?? "");
  await expect(page.getByRole("grid"), "a long memo leaves the seats on the screen").toBeInViewport();
  await page.getByRole("button", { name: "一覧", exact: true }).click();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await settled(page);
    await softly.poll(() => sidewaysBy(page), { message: `the day as a list at ${width}` }).toEqual([]);
  }
});
