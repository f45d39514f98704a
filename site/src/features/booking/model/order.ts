import type { OperationName } from "@/api";

/** An order is delivered or picked up: it has portions and no seat. */
export type OrderKind = "delivery" | "takeaway";

export function orderKindOf(
  operation: OperationName | undefined,
  { is_delivery_only }: { is_delivery_only: boolean },
): OrderKind | null {
  if (is_delivery_only) return "delivery";
  return operation === "takeaway" ? "takeaway" : null;
}
