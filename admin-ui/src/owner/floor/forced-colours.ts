/** States of the tables in contrast themes, which replace all colours: by the width and the style of borders. */
export const forcedFloor = {
  "& .table": { backgroundColor: "Canvas", borderColor: "CanvasText", color: "CanvasText" },
  "& .table:focus-visible": { outline: "3px dashed CanvasText" },
  "& .table.open, & .free.chosen": { outline: "3px solid Highlight" },
  "& .tick": { color: "Highlight" },
  "& .taken": { borderWidth: "4px" },
  "& .taken.at-arrived": { borderBottom: "6px dotted CanvasText" },
  "& .taken.at-seated": { borderBottom: "6px solid CanvasText" },
  "& .taken.at-bill": { borderBottom: "6px double CanvasText" },
  "& .taken.at-left, & .taken.at-no_show": { borderColor: "GrayText", color: "GrayText" },
  "& .taken.overrun, & .taken.endangered": { borderColor: "Highlight" },
  "& .mark.warn": { borderColor: "Highlight" },
  "& .ghost": { borderColor: "Highlight" },
  "& .ghost.refused": { border: "4px dotted CanvasText" },
} as const;
