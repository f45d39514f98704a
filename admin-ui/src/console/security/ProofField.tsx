import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useT } from "@/console/i18n/use-t";

export interface Proof {
  /** The password, or a code of the authenticator app. */
  proof: string;
  isByCode: boolean;
}

/** Returns the proof as the fields of a call. */
export const proofBody = ({ proof, isByCode }: Proof) => (isByCode ? { code: proof } : { current_password: proof });

interface Props extends Proof {
  problem: string | undefined;
  onChange: (change: Partial<Proof>) => void;
}

/** The field for a proof of identity in a longer form: the password, or a code instead. */
export function ProofField({ proof, isByCode, problem, onChange }: Props) {
  const t = useT();
  const kind = isByCode
    ? { label: t("security.code"), type: "text", autoComplete: "one-time-code" }
    : { label: t("security.proof"), type: "password", autoComplete: "current-password" };
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <TextField
        {...kind}
        required
        value={proof}
        error={problem !== undefined}
        helperText={problem ?? (isByCode ? t("security.code_hint") : undefined)}
        onChange={(event) => onChange({ proof: event.target.value })}
      />
      <Button sx={{ justifySelf: "start" }} onClick={() => onChange({ proof: "", isByCode: !isByCode })}>
        {t(isByCode ? "security.by_password" : "security.by_code")}
      </Button>
    </Box>
  );
}
