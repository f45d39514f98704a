import { useId } from "react";
import type { ReactNode } from "react";
import CloseIcon from "@mui/icons-material/Close";
import Box from "@mui/material/Box";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useT } from "@/console/i18n/use-t";
import { Dialog } from "./Dialog";
import { useDialogGuard } from "./use-dialog-guard";

interface Props {
  title: string;
  /** The subject of the form, shown below the title. */
  about: string | null;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of a form in a modal, which fills the screen on a phone. */
export function FormModal({ title, about, onClose, children }: Props) {
  const t = useT();
  const heading = useId();
  const narrow = useMediaQuery("(max-width: 600px)", { noSsr: true });
  const { close, touch } = useDialogGuard(onClose);
  return (
    <Dialog
      open
      onClose={close}
      onChange={touch}
      fullScreen={narrow}
      fullWidth
      maxWidth="md"
      aria-labelledby={heading}
      scroll="paper"
    >
      <DialogTitle id={heading} component="h2" sx={{ pr: 7 }}>
        {title}
        {about !== null && (
          <Typography component="span" color="text.secondary" sx={{ display: "block", fontSize: "0.9rem" }}>
            {about}
          </Typography>
        )}
      </DialogTitle>
      <Box sx={{ position: "absolute", top: 10, right: 10 }}>
        <IconButton aria-label={t("console.close")} onClick={close}>
          <CloseIcon />
        </IconButton>
      </Box>
      {children}
    </Dialog>
  );
}
