import { alpha } from "@mui/material/styles";
import { PAGE_HEADER_HEIGHT } from "@/console/ui/page-header";
import { palette } from "@/console/ui/theme";
import { FORCED_COLOURS } from "../daily-calendar/grid/forced-colours";
import { BAR_ROOM } from "../daily-calendar/moving/bar-room";
import { forcedFloor } from "./forced-colours";

/** Styles of the scrolling sheet that the live floor and its editor share. */
export const sheetStyles = {
  position: "relative",
  overflow: "auto",
  overscrollBehavior: "contain",
  border: `1px solid ${palette.line}`,
  bgcolor: palette.washi,
  outlineOffset: "-2px",
  "& .sheet": { position: "relative", mx: "auto" },
} as const;

const table = (background: string, border: string, text: string = palette.ink) => ({
  backgroundColor: background,
  borderColor: border,
  color: text,
});

/** Tables show their state by text and shape too, never by colour alone. */
export const floorStyles = {
  ...sheetStyles,
  // Leaves space for the page's header above, and for the bar that covers the foot of the page during a move.
  scrollMargin: `calc(8px + ${PAGE_HEADER_HEIGHT}) 0 ${BAR_ROOM}`,
  maxHeight: "max(420px, calc(100dvh - 300px))",
  "& .table": {
    position: "absolute",
    boxSizing: "border-box",
    m: 0,
    p: "4px 6px",
    border: "2px solid",
    borderRadius: "6px",
    boxShadow: `0 0 0 1px ${palette.washi}`,
    backgroundClip: "padding-box",
    font: "inherit",
    fontSize: "var(--small)",
    lineHeight: 1.3,
    textAlign: "left",
    overflow: "hidden",
    cursor: "pointer",
    display: "flex",
    ...table(palette.paper, palette.lineStrong),
    "&:focus-visible": { outline: `3px solid ${palette.ai}`, outlineOffset: 0, zIndex: 3 },
    "&.open": { outline: `3px solid ${palette.kin}`, outlineOffset: 0, zIndex: 2 },
    "&.moving": { opacity: 0.4 },
    "&.round": { borderRadius: "999px", textAlign: "center" },
  },
  "& .round .lines": { px: "11%", "& .top, & .marks": { justifyContent: "center" } },
  "& .lines": { display: "flex", flexDirection: "column", flex: 1, minWidth: 0, justifyContent: "center" },
  "& .lines > *": {
    flexShrink: 0,
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    maxWidth: "100%",
  },
  "& .table:not(.round) .lines": { justifyContent: "flex-start" },
  "& .top": { display: "flex", gap: "6px", justifyContent: "space-between", fontVariantNumeric: "tabular-nums" },
  // The table labels get their full width before the number of guests.
  "& .top b": { flexShrink: 0, maxWidth: "100%" },
  "& .top :is(b, span)": { overflow: "hidden", textOverflow: "ellipsis" },
  "& .tick": { color: palette.kin, fontWeight: 700, fontSize: 15, lineHeight: 1 },
  "& .title": { fontWeight: 700, fontSize: "calc(var(--small) + 2px)" },
  "& .times": { fontVariantNumeric: "tabular-nums" },
  "& .alert": { color: palette.shuDeep, fontWeight: 700 },
  "& .vacant": { color: palette.matcha, fontWeight: 700 },
  "& .next": { color: palette.inkSoft, fontVariantNumeric: "tabular-nums" },
  "& .next.warn": { color: palette.shuDeep, fontWeight: 700 },
  "& .free .next": { whiteSpace: "normal" },
  "& .marks": { display: "flex", flexWrap: "wrap", gap: "3px", my: "1px" },
  "& .mark": {
    flexShrink: 0,
    maxWidth: "100%",
    boxSizing: "border-box",
    whiteSpace: "normal",
    overflowWrap: "anywhere",
    px: "3px",
    borderRadius: "3px",
    fontSize: "calc(var(--small) - 1px)",
    lineHeight: 1.35,
    bgcolor: palette.paper,
    border: `1px solid ${palette.lineStrong}`,
    color: palette.ink,
    fontVariantNumeric: "tabular-nums",
  },
  "& .mark.prepaid": { bgcolor: palette.matcha, borderColor: palette.matcha, color: palette.paper },
  "& .joined": { color: palette.ai, fontWeight: 700 },
  "& .mark.service": { bgcolor: palette.ink, borderColor: palette.ink, color: palette.paper },
  "& .mark.gold": { bgcolor: palette.kin, borderColor: palette.kin, color: "#fffdf8" },
  "& .mark.warn": { bgcolor: palette.shu, borderColor: palette.shu, color: palette.paper },
  "& .free": { borderStyle: "solid", borderWidth: "1px" },
  "& .free.chosen": { ...table(palette.kinWash, palette.kin), borderWidth: "2px" },
  "& .taken": table("#f1ece2", palette.lineStrong),
  "& .taken.at-arrived": table(palette.kinWash, palette.kin),
  "& .taken.at-seated": table(palette.matchaWash, palette.matcha),
  "& .taken.at-bill": table(palette.aiWash, palette.ai),
  "& .taken.at-left, & .taken.at-no_show": {
    ...table(palette.washi, palette.lineStrong, palette.inkSoft),
    borderStyle: "dashed",
    "& .title": { textDecoration: "line-through", fontWeight: 400 },
  },
  "& .taken.held": { ...table("#fff", palette.lineStrong), borderStyle: "dashed" },
  "& .taken.overrun, & .taken.endangered": { borderColor: palette.shu, borderWidth: "3px" },
  // Target of a move. A rejected table is hatched and shows the reason.
  "& .ghost": {
    position: "absolute",
    zIndex: 4,
    boxSizing: "border-box",
    p: "4px 6px",
    border: `3px dashed ${palette.ai}`,
    borderRadius: "6px",
    bgcolor: alpha(palette.aiWash, 0.9),
    color: palette.ink,
    fontSize: 12,
    fontWeight: 700,
    lineHeight: 1.3,
    pointerEvents: "none",
    overflow: "hidden",
    "&.refused": {
      borderColor: palette.shu,
      bgcolor: alpha(palette.shuWash, 0.94),
      backgroundImage: `repeating-linear-gradient(135deg, transparent 0 8px, ${alpha(palette.shu, 0.1)} 8px 10px)`,
      color: palette.shuDeep,
    },
  },
  "&.carrying, &.carrying .table": { cursor: "grabbing" },
  "& [aria-keyshortcuts]": { WebkitTouchCallout: "none", userSelect: "none" },
  [FORCED_COLOURS]: forcedFloor,
} as const;
