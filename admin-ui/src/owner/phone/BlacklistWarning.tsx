import { useEffect, useState } from "react";
import Alert from "@mui/material/Alert";
import { useQuery } from "@tanstack/react-query";
import { send } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import type { Phone } from "./model";

const DEBOUNCE_MS = 200;
const LEAST_DIGITS = 8;

/** Warns of a number that is on the restaurant's blacklist as soon as it is written down whole. Nothing is refused. */
export function BlacklistWarning({ phone: { country, digits } }: { phone: Phone }) {
  const t = useT();
  const [asked, setAsked] = useState({ country, digits });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ country, digits }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [country, digits]);
  const isWhole = asked.country !== "" && asked.digits.length >= LEAST_DIGITS;
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

/** That a guest is on the blacklist, in words that nobody overlooks. */
export function BlacklistNote({ text }: { text: string }) {
  return (
    <Alert severity="error" variant="outlined" role="none" sx={{ borderWidth: 2 }}>
      {text}
    </Alert>
  );
}
