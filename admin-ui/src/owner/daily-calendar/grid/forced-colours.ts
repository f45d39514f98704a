/** Contrast themes replace all colours and drop shadows and gradients: borders and outlines show the states there. */
export const FORCED_COLOURS = "@media (forced-colors: active)";

/** States of the grid's cells. Outlines keep the blocks inside a cell where they are. */
export const forcedGrid = {
  "& .divider": { bgcolor: "GrayText" },
  "& .cell.selected": { outline: "3px solid Highlight", outlineOffset: "-3px" },
  "& .cell.selected::after": { color: "Highlight" },
  "&:focus-visible .cell.active": { outline: "3px dashed CanvasText", outlineOffset: "-3px" },
  "&:focus-visible .cell.active.selected": { outlineColor: "Highlight" },
  "& .now": { bgcolor: "Highlight" },
} as const;

/** The kind of a block by its left border, the step of its visit by its lower border, and its remarks by the others. */
export const forcedBlocks = {
  "& .block": { backgroundColor: "Canvas", borderColor: "CanvasText", color: "CanvasText" },
  "& .block:focus-visible": { outline: "3px dashed CanvasText" },
  "& .block.open": { outline: "3px solid Highlight" },
  "& .OfflineReservation": { borderLeft: "6px double CanvasText" },
  "& .InvitedReservation, & .ReservationInvite": { borderLeft: "6px dotted CanvasText" },
  "& .OffsiteReservation": { borderLeft: "6px dashed CanvasText" },
  "& .OnlineCancellation, & .OffsiteCancellation": { borderStyle: "dotted" },
  "& .GoldAllocatedSlot": { borderTop: "4px double CanvasText" },
  "& .band": { borderColor: "CanvasText" },
  "&.closed .OnlineStockGroup, &.closed .GoldAllocatedSlot, &.closed .band": {
    borderColor: "GrayText",
    borderStyle: "dashed",
    color: "GrayText",
  },
  "& .block.at-arrived": { borderBottom: "5px dotted CanvasText" },
  "& .block.at-seated": { borderBottom: "5px solid CanvasText" },
  "& .block.at-bill": { borderBottom: "5px double CanvasText" },
  "& .block.at-left, & .block.at-no_show, & .block.void": { borderColor: "GrayText", color: "GrayText" },
  "& .block.overrun, & .block.endangered, & .block.awaited": { borderColor: "Highlight" },
  "& .mark.warn": { borderColor: "Highlight" },
  "& .ghost": { borderColor: "Highlight" },
  "& .ghost.refused": { border: "4px dotted CanvasText" },
} as const;
