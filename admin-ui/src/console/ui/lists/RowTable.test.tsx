import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { setWindowWidth } from "@seki/shared/testing";
import { RowTable } from ".";

it.each([
  { below: "md", width: 899, role: "list" },
  { below: "md", width: 900, role: "table" },
  { below: "lg", width: 991, role: "list" },
  { below: "lg", width: 1024, role: "table" },
] as const)("is a $role in a window of $width pixels with the limit $below", ({ below, width, role }) => {
  setWindowWidth(width);
  render(
    <RowTable
      label="返金"
      rows={[{ id: 1, reason: "提供の遅れ" }]}
      keyOf={({ id }) => id}
      columns={[{ label: "理由", cell: ({ reason }) => reason }]}
      empty="ありません。"
      below={below}
    />,
  );
  expect(screen.getByRole(role, { name: "返金" })).toBeVisible();
});
