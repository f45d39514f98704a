import { alpha } from "@mui/material/styles";
import { palette } from "@/console/ui/theme";
import { sheetStyles } from "../styles";

const LINE = alpha(palette.lineStrong, 0.22);

export const editStyles = {
  ...sheetStyles,
  maxHeight: "max(420px, calc(100dvh - 280px))",
  "& .squares": {
    backgroundColor: palette.paper,
    backgroundImage: `linear-gradient(${LINE} 1px, transparent 1px), linear-gradient(90deg, ${LINE} 1px, transparent 1px)`,
  },
  "& .table": {
    position: "absolute",
    boxSizing: "border-box",
    m: 0,
    p: "2px",
    border: `2px solid ${palette.lineStrong}`,
    borderRadius: "6px",
    bgcolor: palette.washiDeep,
    color: palette.ink,
    font: "inherit",
    fontSize: 13,
    lineHeight: 1.2,
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    justifyContent: "center",
    cursor: "grab",
    // A finger on a table drags it, elsewhere it scrolls the sheet.
    touchAction: "none",
    userSelect: "none",
    WebkitTouchCallout: "none",
    "& span": { fontSize: 11, color: palette.inkSoft },
    "&.round": { borderRadius: "999px" },
    "&.selected": { borderColor: palette.kin, bgcolor: palette.kinWash, zIndex: 2 },
    "&.moving": { opacity: 0.35 },
    "&:focus-visible": { outline: `3px solid ${palette.ai}`, outlineOffset: 0, zIndex: 3 },
  },
  "& .corner": {
    position: "absolute",
    right: 0,
    bottom: 0,
    width: 22,
    height: 22,
    cursor: "nwse-resize",
    touchAction: "none",
    background: `linear-gradient(135deg, transparent 50%, ${palette.kin} 50%)`,
  },
  "& .ghost": {
    position: "absolute",
    zIndex: 4,
    boxSizing: "border-box",
    border: `2px dashed ${palette.ai}`,
    borderRadius: "6px",
    bgcolor: alpha(palette.aiWash, 0.85),
    color: palette.ink,
    fontSize: 13,
    fontWeight: 700,
    display: "grid",
    placeItems: "center",
    pointerEvents: "none",
    "&.refused": { borderColor: palette.shu, bgcolor: alpha(palette.shuWash, 0.9), color: palette.shuDeep },
  },
} as const;
