import { useState } from "react";
import Alert from "@mui/material/Alert";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { Theme } from "@mui/material/styles";
import CloseIcon from "@mui/icons-material/Close";
import { Dialog, useDialogGuard } from "@/console/ui";
import { useT } from "@/owner/i18n/use-t";
import { CustomerSearch } from "./CustomerSearch";
import { NewCustomerForm } from "./NewCustomerForm";
import type { ChosenCustomer } from "../bookings/chosen-customer";
import type { Search } from "./model";

interface Props {
  title: string;
  /** Error of the choice. */
  problem: string | null;
  /** First input of the search. */
  asked?: string;
  onClose: () => void;
  onChoose: (customer: ChosenCustomer) => void;
}

/** Chooses one of the restaurant's guests, found or newly added. */
export function CustomerDialog({ title, problem, asked = "", onClose, onChoose }: Props) {
  const t = useT();
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  const [typed, setTyped] = useState(asked);
  const [fresh, setFresh] = useState<Search | null>(null);
  const { close, touch } = useDialogGuard(onClose);
  return (
    <Dialog
      open
      shown={fresh === null ? "search" : "new"}
      onClose={close}
      fullWidth
      maxWidth="sm"
      fullScreen={narrow}
      aria-labelledby="customer-dialog-title"
    >
      <DialogTitle
        id="customer-dialog-title"
        component="h2"
        sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", gap: 1, pb: 1 }}
      >
        {title}
        <IconButton aria-label={t("console.close")} onClick={close} edge="end">
          <CloseIcon />
        </IconButton>
      </DialogTitle>
      {problem && (
        <Alert severity="error" sx={{ mx: 3 }}>
          {problem}
        </Alert>
      )}
      {fresh === null ? (
        <CustomerSearch typed={typed} onType={setTyped} onChoose={onChoose} onNew={setFresh} />
      ) : (
        <NewCustomerForm from={fresh} onBack={() => setFresh(null)} onTouch={touch} onChoose={onChoose} />
      )}
    </Dialog>
  );
}
