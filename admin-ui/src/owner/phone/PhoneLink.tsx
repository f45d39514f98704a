import MuiLink from "@mui/material/Link";
import { withHyphens } from "@seki/shared/phone";

/** A telephone number as it is read, to be called by one press. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <MuiLink href={`tel:${number.replace(/[^+\d]/g, "")}`} sx={{ whiteSpace: "nowrap" }}>
      {withHyphens(number)}
    </MuiLink>
  );
}
