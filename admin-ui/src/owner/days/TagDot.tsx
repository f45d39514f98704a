import Box from "@mui/material/Box";

/** A tag's colour; the label beside it says what it means. */
export function TagDot({ color }: { color: string }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{ width: 12, height: 12, borderRadius: "50%", bgcolor: color, flexShrink: 0, display: "inline-block" }}
    />
  );
}
