import Alert from "@mui/material/Alert";
import Link from "@mui/material/Link";
import { ApiError } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";

/** Why a customer was not written down, and the page of whoever is known already. */
export interface Refusal {
  text: string;
  to: string | null;
}

/** The server's reason when it has one to show here; nothing for what is no refusal. */
export function refusalOf(error: unknown, statuses: readonly number[]): Refusal | null {
  if (!(error instanceof ApiError) || !statuses.includes(error.status)) return null;
  return { text: error.message, to: error.problem.redirect_to ?? null };
}

/** The page opens beside, so that what was typed stays. */
export function RefusalAlert({ refusal: { text, to } }: { refusal: Refusal }) {
  const t = useT();
  return (
    <Alert severity="error">
      {text}{" "}
      {to !== null && (
        <Link href={to} target="_blank" rel="noopener" color="inherit">
          {t("customer_form.open_known")}
        </Link>
      )}
    </Alert>
  );
}
