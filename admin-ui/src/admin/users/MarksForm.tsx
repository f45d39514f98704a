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

type Marks = Pick<Schemas["AdminUserView"], (typeof MARKS)[number]>;

const MARKS = ["is_agent", "is_gold_invited", "is_ohc_invited"] as const;

function only(marks: Marks, names: readonly (keyof Marks)[]): Partial<Marks> {
  return Object.fromEntries(names.map((name) => [name, marks[name]]));
}

/** Admins' marks on an account. */
export function MarksForm({ user }: { user: Schemas["AdminUserView"] }) {
  const t = useT();
  const { revalidate } = useRevalidator();
  const { busy, write } = useNoticedWrite();
  // Only the marks that this admin has touched: the others follow the account.
  const [touched, setTouched] = useState<Partial<Marks>>({});
  const marks: Marks = { ...user, ...touched };
  const changed = MARKS.filter((mark) => marks[mark] !== user[mark]);
  const isChanged = changed.length > 0;
  useLeaveGuard(isChanged);

  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    void write(async () => {
      const body = { user: only(marks, changed), expected: only(user, changed) };
      const { message } = await send("PATCH", "/admin/users/{uid}", { path: { uid: user.uid }, body });
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
              onChange={(event) => setTouched({ ...touched, [mark]: event.target.checked })}
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
