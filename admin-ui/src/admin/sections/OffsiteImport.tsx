import { useRef } from "react";
import UploadFileIcon from "@mui/icons-material/UploadFile";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Chip from "@mui/material/Chip";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { AppLink } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";
import { useOffsiteImport } from "./use-offsite-import";

type Imported = Schemas["OffsiteImported"];
type ImportedRow = Schemas["OffsiteRow"];

/** Imports a list of another service: a dry run row by row first, then the import. */
export function OffsiteImport() {
  const t = useT();
  const { list, put, file, putFile, isWhole, setWhole, busy, result, canBeWritten, importList, ...rest } =
    useOffsiteImport();
  const problem = rest.rejection === null ? rest.problem : t(`offsite_import.${rest.rejection}`);
  return (
    <Box component="section" aria-labelledby="import" sx={{ mb: 4, display: "grid", gap: 2, maxWidth: 900 }}>
      <Typography id="import" variant="h2">
        {t("offsite_import.title")}
      </Typography>
      <Typography>{t("offsite_import.lead")}</Typography>
      {problem !== null && (
        <Alert severity="error" role="alert" sx={{ overflowWrap: "anywhere" }}>
          {problem}
        </Alert>
      )}
      <FileButton isDisabled={busy} onFile={(chosen) => void putFile(chosen)} />
      {file !== null && <Typography role="status">{t("offsite_import.chosen", { name: file.name })}</Typography>}
      <TextField
        multiline
        minRows={4}
        maxRows={16}
        label={t("offsite_import.list")}
        helperText={t("offsite_import.list_help")}
        value={list}
        // An edit during the check would be imported unchecked.
        disabled={busy}
        onChange={(event) => put(event.target.value)}
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: "monospace", fontSize: "0.8rem" } } }}
      />
      <FormControlLabel
        control={<Checkbox checked={isWhole} disabled={busy} onChange={(_, checked) => setWhole(checked)} />}
        label={t("offsite_import.whole")}
      />
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button
          variant="outlined"
          loading={busy}
          disabled={list.trim() === "" && file === null}
          onClick={() => void importList(true)}
        >
          {t("offsite_import.try")}
        </Button>
        <Button variant="contained" loading={busy} disabled={!canBeWritten} onClick={() => void importList(false)}>
          {t("offsite_import.write")}
        </Button>
      </Box>
      {result !== null && <Result result={result} />}
    </Box>
  );
}

/** Chooses a file of the user's machine. The same file can be chosen again after a change. */
function FileButton({ isDisabled, onFile }: { isDisabled: boolean; onFile: (file: File) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Box>
      <Button
        variant="outlined"
        startIcon={<UploadFileIcon />}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {t("offsite_import.choose")}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        disabled={isDisabled}
        aria-label={t("offsite_import.choose")}
        accept=".csv,.json,text/csv,application/json"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) onFile(chosen);
          event.target.value = "";
        }}
      />
    </Box>
  );
}

const COLOURS = {
  created: "success",
  changed: "info",
  unchanged: "default",
  cancelled: "warning",
  cancelled_before: "default",
  refused: "error",
  skipped: "default",
} as const;

function Result({ result }: { result: Imported }) {
  const t = useT();
  const outcome = ({ outcome: each, reservation_uid }: ImportedRow) => (
    <>
      <Chip size="small" color={COLOURS[each]} label={t(`offsite_import.outcome.${each}`)} sx={{ mr: 1 }} />
      {reservation_uid !== null && (
        <AppLink to={paths.reservation(reservation_uid)}>{t("sections.slot.to_reservation")}</AppLink>
      )}
    </>
  );
  return (
    <>
      <Alert severity={result.is_written ? "success" : "info"} role="status">
        {result.message}
      </Alert>
      <RowTable
        label={t("offsite_import.rows")}
        rows={result.rows}
        keyOf={({ line }) => String(line)}
        empty={t("console.empty")}
        columns={[
          { label: t("offsite_import.line"), cell: ({ line }) => t("offsite_import.line_of", { line }), isWhole: true },
          { label: t("offsite_import.external_id"), cell: ({ external_id }) => external_id },
          { label: t("offsite_import.result"), cell: outcome },
          {
            label: t("offsite_import.reason"),
            cell: ({ field, reason }) => [field, reason].filter((text) => text !== null).join(": "),
          },
        ]}
      />
    </>
  );
}
