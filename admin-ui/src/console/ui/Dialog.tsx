import MuiDialog from "@mui/material/Dialog";
import type { DialogProps } from "@mui/material/Dialog";
import { useJustOpened } from "@seki/shared/dialogs";

interface Props extends Omit<DialogProps, "onClickCapture"> {
  /** The content, if a dialog shows several in turn. */
  shown?: unknown;
}

/**
 * The dialog of both consoles. It ignores the second click of a double click that opened it, which would press its
 * buttons or close it.
 */
export function Dialog({ shown = true, ...props }: Props) {
  const ignoreSecondClick = useJustOpened(props.open && shown);
  return <MuiDialog {...props} onClickCapture={ignoreSecondClick} />;
}
