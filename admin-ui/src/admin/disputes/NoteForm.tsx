import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useRevalidator } from "react-router";
import { send, showFlash } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useLeaveGuard, useNoticedWrite } from "@/console/ui";

const MAX_LENGTH = 2000;

/** The admins' note about a dispute. */
export function NoteForm({ dispute }: { dispute: Schemas["AdminDispute"] }) {
  const t = useT();
  const { revalidate } = useRevalidator();
  const { busy, write } = useNoticedWrite();
  const [note, setNote] = useState(dispute.note);
  const isChanged = note.trim() !== dispute.note;
  useLeaveGuard(isChanged);

  const save = async () => {
    await write(async () => {
      const path = "/admin/disputes/{id}" as const;
      const { message } = await send("PATCH", path, {
        path: { id: dispute.id },
        body: { note, expected: { note: dispute.note } },
      });
      if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
    });
    await revalidate();
  };
  return (
    <>
      <TextField
        label={t("disputes.note")}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: MAX_LENGTH } }}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Box>
        <Button variant="outlined" disabled={busy || !isChanged} onClick={() => void save()}>
          {t("disputes.save_note")}
        </Button>
      </Box>
    </>
  );
}
