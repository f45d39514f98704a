import { useState } from "react";
import type { SyntheticEvent } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import { useRevalidator } from "react-router";
import { send, showFlash } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useLeaveGuard, useNoticedWrite } from "@/console/ui";

const MARKS = ["is_agent", "is_gold_invited", "is_ohc_invited"] as const;

/** Admins' marks on an account. */
export function MarksForm({ user }: { user: Schemas["AdminUserView"] }) {
  const t = useT();
  const { revalidate } = useRevalidator();
  const { busy, write } = useNoticedWrite();
  const { is_agent, is_gold_invited, is_ohc_invited } = user;
  const [marks, setMarks] = useState({ is_agent, is_gold_invited, is_ohc_invited });
  const isChanged = MARKS.some((mark) => marks[mark] !== user[mark]);
  useLeaveGuard(isChanged);

  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    void write(async () => {
      const { message } = await send("PATCH", "/admin/users/{uid}", { path: { uid: user.uid }, body: { user: marks } });
      if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
      await revalidate();
    });
  };
  return (
    <Box component="form" onSubmit={save}>
      {MARKS.map((mark) => (
        <FormControlLabel
          key={mark}
          control={
            <Checkbox
              checked={marks[mark]}
              onChange={(event) => setMarks({ ...marks, [mark]: event.target.checked })}
            />
          }
          label={t(`user.mark.${mark}`)}
          sx={{ display: "flex" }}
        />
      ))}
      <Button type="submit" variant="contained" disabled={!isChanged} loading={busy} sx={{ mt: 1 }}>
        {t("user.save_marks")}
      </Button>
    </Box>
  );
}
