import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import { ApiError, inWindow } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useWrite } from "@/console/ui";

/** The reason why a customer was rejected, and the page of the existing one. */
export interface Refusal {
  text: string;
  to: string | null;
}

/**
 * Returns the server's reason for errors of the given statuses; null for other errors. The messages of fields follow it.
 * The form shows the messages of `shown` at its fields.
 */
export function refusalOf(error: unknown, statuses: readonly number[], shown: readonly string[] = []): Refusal | null {
  if (!(error instanceof ApiError) || !statuses.includes(error.status)) return null;
  const fields = Object.entries(error.problem.fields ?? {});
  const others = fields.filter(([name]) => !shown.includes(name)).map(([, text]) => text);
  return { text: [error.message, ...new Set(others)].join("\n"), to: error.problem.redirect_to ?? null };
}

interface AlertProps {
  refusal: Refusal;
  /** Chooses the existing customer, in a form that chooses one. Settles when that has succeeded or failed. */
  onTake?: (uid: string) => Promise<unknown>;
}

/** Shows the reason. The existing customer's page opens in another window, so the input stays. */
export function RefusalAlert({ refusal: { text, to }, onTake }: AlertProps) {
  const t = useT();
  const { busy, write } = useWrite();
  const uid = to === null ? null : uidOf(to);
  return (
    <Alert severity="error" sx={{ whiteSpace: "pre-line" }}>
      {text}{" "}
      {to !== null && (
        <Link href={inWindow(to)} target="_blank" rel="noopener" color="inherit">
          {t("customer_form.open_known")}
        </Link>
      )}
      {uid !== null && onTake && (
        <Box sx={{ mt: 1 }}>
          <Button variant="contained" loading={busy} onClick={() => void write(() => onTake(uid))}>
            {t("customer_form.take_known")}
          </Button>
        </Box>
      )}
    </Alert>
  );
}

/** Returns the uid of the customer whose page an address is. */
function uidOf(address: string): string | null {
  const uid = /\/owners\/customers\/([\w-]+)$/.exec(address)?.[1];
  return uid ?? null;
}
