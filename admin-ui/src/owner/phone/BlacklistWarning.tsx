import { useEffect, useState } from "react";
import Alert from "@mui/material/Alert";
import { useQuery } from "@tanstack/react-query";
import { send } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { HOME_COUNTRY } from "@seki/shared/phone";
import type { Phone } from "./model";

const DEBOUNCE_MS = 200;
const MIN_DIGITS = 8;

/** Warns of a number on the restaurant's blacklist once it is complete. The number is not rejected. */
export function BlacklistWarning({ phone: { country, digits } }: { phone: Phone }) {
  const t = useT();
  const [asked, setAsked] = useState({ country, digits });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ country, digits }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [country, digits]);
  const isWhole = asked.country !== "" && asked.digits.length >= MIN_DIGITS;
  const { data } = useQuery({
    queryKey: ["blacklist-check", asked.country, asked.digits],
    queryFn: ({ signal }) => {
      const query = { phone_country: asked.country, phone_local_number: asked.digits };
      return send("GET", "/owners/api/blacklisted_phone_numbers/check", { query, signal });
    },
    enabled: isWhole,
  });
  const isMeant = isWhole && asked.digits === digits && asked.country === country;
  return (
    <div role="alert">
      {isMeant && data?.is_blacklisted === true && <BlacklistNote text={t("customer_form.blacklisted_number")} />}
    </div>
  );
}

/** Warns during a search, in which a typed number may belong to no customer. */
export function BlacklistWarningOf({ typed }: { typed: string }) {
  const asked = typed.normalize("NFKC").trim();
  const isNumber = /^[-\d\s+()]+$/.test(asked);
  return <BlacklistWarning phone={{ country: HOME_COUNTRY, digits: isNumber ? asked : "" }} />;
}

/** A prominent note that a guest is on the blacklist. */
export function BlacklistNote({ text }: { text: string }) {
  return (
    <Alert severity="error" variant="outlined" role="none" sx={{ borderWidth: 2 }}>
      {text}
    </Alert>
  );
}
