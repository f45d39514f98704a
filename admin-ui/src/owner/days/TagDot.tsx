import Box from "@mui/material/Box";

/** A tag's colour; the label beside it says what it means. */
export function TagDot({ color, className }: { color: string; className?: string }) {
  return (
    <Box
      component="span"
      aria-hidden
      className={className}
      sx={{ width: 12, height: 12, borderRadius: "50%", bgcolor: color, flexShrink: 0, display: "inline-block" }}
    />
  );
}
