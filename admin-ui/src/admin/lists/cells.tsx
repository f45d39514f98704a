import { useT } from "@/admin/i18n/use-t";
import { useInstant } from "@/admin/navigation";

/** An instant in Japan's local time. */
export function Instant({ at }: { at: string }) {
  return useInstant()(at);
}

interface Visit {
  starts_at: string;
  guests_count: number;
}

/** The time of a visit, and its guests. */
export function VisitText({ row: { starts_at, guests_count: count } }: { row: Visit }) {
  const t = useT();
  return (
    <>
      <Instant at={starts_at} /> {t("cancel_requests.guests", { count })}
    </>
  );
}
