import MuiLink from "@mui/material/Link";
import { withHyphens } from "@seki/shared/phone";

/** Shows a phone number in its usual notation as a link that calls it. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <MuiLink href={`tel:${number.replace(/[^+\d]/g, "")}`} sx={{ whiteSpace: "nowrap" }}>
      {withHyphens(number)}
    </MuiLink>
  );
}
