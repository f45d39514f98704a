import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import { useT } from "@/owner/i18n/use-t";
import { CustomerPhoneField } from "../phone";
import type { Phone } from "../phone";
import type { NotesDraft } from "./notes/draft";
import { NotesFields } from "./notes/NotesFields";

/** What staff know of a customer from themselves. */
export interface CustomerDraft extends NotesDraft {
  nickname: string;
  phone: Phone;
  receipt_title: string;
  internal_memo: string;
}

interface Props {
  draft: CustomerDraft;
  /** The texts of refused fields, by the server's names. */
  errors: Readonly<Record<string, string>>;
  /** An online customer's name and number are the diner's own. */
  memoOnly?: boolean;
  onChange: (draft: CustomerDraft) => void;
}

export function CustomerFields({ draft, errors, memoOnly = false, onChange }: Props) {
  const t = useT();
  const change = (part: Partial<CustomerDraft>) => onChange({ ...draft, ...part });
  return (
    // A column as wide as the dialog: a long tag is cut off at its end, and labels and errors stay in sight.
    <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2 }}>
      {!memoOnly && (
        <>
          <TextField
            label={t("customer_form.nickname")}
            required
            autoComplete="off"
            value={draft.nickname}
            error={errors.nickname !== undefined}
            helperText={errors.nickname}
            onChange={(event) => change({ nickname: event.target.value })}
          />
          <CustomerPhoneField
            value={draft.phone}
            error={errors.phone_local_number}
            countryError={errors.phone_country}
            onChange={(phone) => change({ phone })}
          />
          <TextField
            label={t("customer_form.receipt_title")}
            autoComplete="off"
            value={draft.receipt_title}
            error={errors.receipt_title !== undefined}
            helperText={errors.receipt_title}
            onChange={(event) => change({ receipt_title: event.target.value })}
          />
        </>
      )}
      <NotesFields notes={draft} errors={errors} onChange={change} />
      <TextField
        label={t("customer_form.memo")}
        multiline
        minRows={3}
        maxRows={10}
        value={draft.internal_memo}
        error={errors.internal_memo !== undefined}
        helperText={errors.internal_memo ?? t("customer_form.memo_help")}
        onChange={(event) => change({ internal_memo: event.target.value })}
      />
    </Box>
  );
}
