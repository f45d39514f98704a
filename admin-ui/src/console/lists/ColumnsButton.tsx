import { use, useId, useState } from "react";
import ViewWeekIcon from "@mui/icons-material/ViewWeek";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormGroup from "@mui/material/FormGroup";
import FormHelperText from "@mui/material/FormHelperText";
import Popover from "@mui/material/Popover";
import Switch from "@mui/material/Switch";
import { useResourceContext, useTranslate, useTranslateLabel } from "ra-core";
import type { DataTableColumnProps } from "react-admin";
import { createPortal } from "react-dom";
import { useT } from "@/console/i18n/use-t";
import { ColumnsSlotContext } from "./columns-slot";

/** The place of the table's `ColumnsButton` among the actions of a list. */
export function ColumnsSlot() {
  const [, setSlot] = use(ColumnsSlotContext);
  return <span ref={setSlot} />;
}

interface Props {
  /** All columns of the table. */
  columns: readonly DataTableColumnProps[];
  /** Sources of the columns that are not shown. */
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
  onReset: () => void;
}

/**
 * Shows and hides the columns of a table. It is rendered into the slot of the list's actions. It replaces react-admin's
 * button, whose menu has switches where screen readers expect menu items.
 */
export function ColumnsButton(props: Props) {
  const translate = useTranslate();
  const [slot] = use(ColumnsSlotContext);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (slot === null) return null;
  const title = translate("ra.action.select_columns");
  return createPortal(
    <>
      <Button
        size="small"
        startIcon={<ViewWeekIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {title}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{ paper: { role: "dialog", "aria-label": title } }}
      >
        <Switches {...props} />
      </Popover>
    </>,
    slot,
  );
}

/** One switch per column. The last shown column cannot be hidden: the page would be empty. */
function Switches({ columns, hidden, onChange, onReset }: Props) {
  const t = useT();
  const translate = useTranslate();
  const reason = useId();
  const hasOneShown = columns.filter(({ source = "" }) => !hidden.includes(source)).length === 1;
  const translateLabel = useTranslateLabel();
  const resource = useResourceContext();
  return (
    <Box sx={{ px: 2, py: 1, minWidth: 200 }}>
      <FormGroup>
        {columns.map(({ source = "", label }) => {
          const isLast = hasOneShown && !hidden.includes(source);
          return (
            <FormControlLabel
              key={source}
              label={translateLabel({ label, source, resource })}
              slotProps={{ typography: { variant: "body2" } }}
              disabled={isLast}
              control={
                <Switch
                  size="small"
                  checked={!hidden.includes(source)}
                  onChange={(_, isShown) =>
                    onChange(isShown ? hidden.filter((each) => each !== source) : [...hidden, source])
                  }
                  slotProps={{ input: { "aria-describedby": isLast ? reason : undefined } }}
                />
              }
            />
          );
        })}
      </FormGroup>
      {hasOneShown && <FormHelperText id={reason}>{t("console.last_column")}</FormHelperText>}
      <Button size="small" fullWidth sx={{ mt: 1 }} onClick={onReset}>
        {translate("ra.action.reset")}
      </Button>
    </Box>
  );
}
