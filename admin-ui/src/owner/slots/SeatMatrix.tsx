import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import Chip from "@mui/material/Chip";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { joiner } from "@/console/i18n/page-language";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { toggled, withAccess } from "./form";
import type { AccessControl, SeatRow } from "./form";
import { Section } from "./Section";
import type { SectionProps } from "./Section";

interface Props extends SectionProps {
  groups: Schemas["SlotGroupOption"][];
}

/** Chooses the customer groups that may book each seat: a row for each seat, a column for each group (owner §2). */
export function SeatMatrix({ form, onChange, groups }: Props) {
  const t = useT();
  const limited = form.seats.filter((seat) => seat.groups.length > 0);
  const put = (next: SeatRow) => onChange({ seats: form.seats.map((seat) => (seat.key === next.key ? next : seat)) });
  return (
    <Section
      title={t("slots.limited_seats")}
      summary={limited.map(({ label }) => label).join(joiner())}
      open={limited.length > 0}
    >
      <Typography variant="body2" color="text.secondary">
        {t(groups.length === 0 ? "slots.no_groups" : "slots.limited_hint")}
      </Typography>
      {groups.length > 0 && (
        <TableContainer tabIndex={0} aria-label={t("slots.limited_seats")} role="region">
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell>{t("slots.seat")}</TableCell>
                <TableCell>{t("slots.access")}</TableCell>
                {groups.map(({ id, label }) => (
                  <TableCell key={id} align="center" sx={{ whiteSpace: "nowrap" }}>
                    {label}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {form.seats.map((seat) => (
                <SeatLine key={seat.key} seat={seat} groups={groups} onChange={put} />
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Section>
  );
}

interface LineProps {
  seat: SeatRow;
  groups: Schemas["SlotGroupOption"][];
  onChange: (seat: SeatRow) => void;
}

function SeatLine({ seat, groups, onChange }: LineProps) {
  const t = useT();
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        <Box sx={{ display: "flex", gap: 1, alignItems: "center", whiteSpace: "nowrap" }}>
          {seat.label}
          {seat.locked && <Chip size="small" label={t(`slots.${seat.locked}`)} />}
        </Box>
      </TableCell>
      <TableCell>
        <TextField
          select
          size="small"
          disabled={seat.locked !== null}
          value={seat.access}
          onChange={(event) => onChange(withAccess(seat, event.target.value as AccessControl))}
          slotProps={{
            select: { native: true },
            htmlInput: { "aria-label": t("slots.access_of", { seat: seat.label }) },
          }}
          sx={{ minWidth: 190 }}
        >
          <option value="whitelist">{t("slots.whitelist")}</option>
          <option value="blacklist">{t("slots.blacklist")}</option>
        </TextField>
      </TableCell>
      {groups.map(({ id, label }) => (
        <TableCell key={id} align="center" padding="checkbox">
          <Checkbox
            disabled={seat.locked !== null}
            checked={seat.groups.includes(id)}
            onChange={() => onChange({ ...seat, groups: toggled(seat.groups, id) })}
            slotProps={{ input: { "aria-label": t("slots.seat_group", { seat: seat.label, group: label }) } }}
          />
        </TableCell>
      ))}
    </TableRow>
  );
}
