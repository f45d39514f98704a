import { useRef } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useForkRef } from "@mui/material/utils";
import { usePublishedHeight } from "@seki/shared/layout";
import { PAGE_HEADER_HEIGHT } from "@/console/ui/page-header";
import { clockOf } from "@/console/ui/times";
import { useT } from "@/owner/i18n/use-t";
import type { Floor } from "../model/moving";
import { BAR_PROPERTY, BAR_ROOM } from "./bar-room";
import { BAR_GAPS, useBarEdge } from "./use-bar-edge";
import type { Move } from "./use-drag";
import { hintOf, reasonText, spotLabel } from "./labels";

interface Props {
  move: Move;
  floor: Floor;
  /** Whether a pointer holds the party: the move ends when the pointer is released. */
  isHeld: boolean;
  onDrop: () => void;
  /** Moves the party with the earlier end that fits. */
  onFit: () => void;
  onLeave: () => void;
}

/**
 * Shows the moved party and its target. It covers the foot of the window, so the grid does not move, or its head while
 * the party or the target is at the foot. The end of the board can be scrolled to above it.
 */
export function MoveBar(props: Props) {
  return (
    <>
      {!props.isHeld && <Box sx={{ height: BAR_ROOM, displayPrint: "none" }} />}
      <Bar {...props} />
    </>
  );
}

function Bar({ move, floor, isHeld, onDrop, onFit, onLeave }: Props) {
  const { item, target } = move;
  const t = useT();
  const bar = useRef<HTMLDivElement>(null);
  const published = usePublishedHeight(BAR_PROPERTY);
  const ref = useForkRef(bar, published);
  const edge = useBarEdge(bar, move);
  const isByTouch = useMediaQuery("(pointer: coarse)");
  const hint = isHeld ? "move.hint.held" : hintOf(floor, item, isByTouch ? "touch" : "keys");
  return (
    <Paper
      ref={ref}
      role="group"
      data-edge={edge}
      aria-label={t("move.title", { name: item.title })}
      elevation={8}
      sx={{
        position: "fixed",
        zIndex: 1450,
        left: "50%",
        ...(edge === "top" ? { top: `calc(${BAR_GAPS.top}px + ${PAGE_HEADER_HEIGHT})` } : { bottom: BAR_GAPS.bottom }),
        transform: "translateX(-50%)",
        width: "min(680px, calc(100vw - 16px))",
        boxSizing: "border-box",
        p: 1.5,
        border: 1,
        borderColor: target.refusal ? "secondary.main" : "primary.main",
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        gap: 1,
        pointerEvents: isHeld ? "none" : "auto",
        displayPrint: "none",
      }}
      onKeyDown={(event) => event.key === "Escape" && onLeave()}
    >
      <Box sx={{ flex: "1 1 260px", minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>
          {t("move.title", { name: item.title })}
          <Box component="span" sx={{ ml: 1, fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}>
            {spotLabel(target.spot, floor.rows)}
          </Box>
        </Typography>
        <Typography variant="body2" color={target.refusal ? "secondary" : "text.secondary"}>
          {target.refusal ? t("move.no", { reason: reasonText(target.refusal, t) }) : t(hint)}
        </Typography>
        {target.fits && (
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {t(isHeld || isByTouch ? "move.fits_by_touch" : "move.fits", { time: clockOf(target.fits.till) })}
          </Typography>
        )}
      </Box>
      {!isHeld && (
        <Box sx={{ display: "flex", gap: 1, ml: "auto" }}>
          {target.fits ? (
            <Button variant="contained" onClick={onFit}>
              {t("move.until", { time: clockOf(target.fits.till) })}
            </Button>
          ) : (
            <Button variant="contained" disabled={target.refusal !== null} onClick={onDrop}>
              {t("move.here")}
            </Button>
          )}
          <Button onClick={onLeave}>{t("move.leave")}</Button>
        </Box>
      )}
    </Paper>
  );
}
