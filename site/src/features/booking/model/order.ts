import type { OperationName } from "@/api";

/** What is brought or fetched is an order: it has portions and no seat, and nobody sits down to it. */
export type OrderKind = "delivery" | "takeaway";

export function orderKindOf(
  operation: OperationName | undefined,
  { is_delivery_only }: { is_delivery_only: boolean },
): OrderKind | null {
  if (is_delivery_only) return "delivery";
  return operation === "takeaway" ? "takeaway" : null;
}
