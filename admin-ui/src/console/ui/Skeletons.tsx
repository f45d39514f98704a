import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { useT } from "@/console/i18n/use-t";

/** Shown until a page has loaded. */
export function PageSkeleton() {
  const t = useT();
  return (
    <Box role="status" aria-label={t("console.loading")} sx={{ display: "grid", gap: 2 }}>
      <Skeleton variant="text" width="40%" height={44} />
      <Skeleton variant="rounded" height={120} />
      <Skeleton variant="rounded" height={320} />
    </Box>
  );
}

/** Shown until a pane or a modal has loaded. */
export function PaneSkeleton() {
  const t = useT();
  return (
    <Box role="status" aria-label={t("console.loading")} sx={{ display: "grid", gap: 1, p: 2 }}>
      {[70, 90, 50, 80, 60].map((width) => (
        <Skeleton key={width} variant="text" width={`${width}%`} />
      ))}
    </Box>
  );
}
