import type { KeyboardEvent } from "react";
import MuiDialog from "@mui/material/Dialog";
import type { DialogProps } from "@mui/material/Dialog";
import { PAGE_HEADER_HEIGHT } from "./page-header";
import { useJustOpened } from "@seki/shared/dialogs";

interface Props extends Omit<DialogProps, "onClickCapture" | "onKeyDownCapture"> {
  /** The content, if a dialog shows several in turn. */
  shown?: unknown;
  /** Whether the dialog begins at the top of the window, below the notices over the header. */
  isAtTop?: boolean;
}

/**
 * The dialog of both consoles. It ignores the second click of a double click that opened it, which would press its
 * buttons or close it, and the repetitions of a held Enter, which would press the main button of each step.
 */
export function Dialog({ shown = true, isAtTop = false, ...props }: Props) {
  const ignoreSecondClick = useJustOpened(props.open && shown);
  return (
    <MuiDialog
      {...props}
      {...(isAtTop && { sx: atTop })}
      onClickCapture={ignoreSecondClick}
      onKeyDownCapture={ignoreHeldEnter}
    />
  );
}

function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !event.repeat || event.target instanceof HTMLTextAreaElement) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Material's own margin above a dialog follows: it begins shortly below the header. */
const atTop = {
  "& .MuiDialog-container": { alignItems: "flex-start", pt: `calc(${PAGE_HEADER_HEIGHT} - 24px)` },
} as const;
