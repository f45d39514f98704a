import Box from "@mui/material/Box";

/** A dot in a tag's colour. The label next to it has the meaning. */
export function TagDot({ color, className }: { color: string; className?: string }) {
  return (
    <Box
      component="span"
      aria-hidden
      className={className}
      sx={{
        width: 12,
        height: 12,
        borderRadius: "50%",
        bgcolor: color,
        flexShrink: 0,
        display: "inline-block",
        // The colour is the data.
        forcedColorAdjust: "none",
      }}
    />
  );
}
