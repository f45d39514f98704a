import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import { useReading } from "@/console/ui";
import { useT } from "@/owner/i18n/use-t";
import { CustomerPhoneField } from "../phone";
import type { Phone } from "../phone";
import type { NotesDraft } from "./notes/draft";
import { NotesFields } from "./notes/NotesFields";
import { KanaField } from "./KanaField";

/** The fields of a customer that staff edit. */
export interface CustomerDraft extends NotesDraft {
  nickname: string;
  /** The reading of the name. */
  kana: string;
  phone: Phone;
  receipt_title: string;
  internal_memo: string;
}

interface Props {
  draft: CustomerDraft;
  /** Texts of invalid fields, by the server's names. */
  errors: Readonly<Record<string, string>>;
  /** Hides name, reading and number, which for an online customer belong to the diner. */
  memoOnly?: boolean;
  onChange: (draft: CustomerDraft) => void;
}

export function CustomerFields({ draft, errors, memoOnly = false, onChange }: Props) {
  const t = useT();
  const change = (part: Partial<CustomerDraft>) => onChange({ ...draft, ...part });
  const composing = useReading(draft.kana, (kana, nickname) => change({ kana, nickname }));
  return (
    // A column as wide as the dialog: a long tag is cut off, and labels and errors remain visible.
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
            slotProps={{ htmlInput: composing }}
          />
          <KanaField value={draft.kana} error={errors.kana} onChange={(kana) => change({ kana })} />
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
