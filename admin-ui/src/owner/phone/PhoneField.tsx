import { useEffect, useState } from "react";
import type { ReactNode, Ref } from "react";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import { useT } from "@/owner/i18n/use-t";
import { HOME_COUNTRY, hasCountryCode, readNumber } from "@seki/shared/phone";
import { BlacklistWarning } from "./BlacklistWarning";
import { CountryField } from "./CountryField";
import type { Phone } from "./model";
import { usePhoneCountries } from "./use-phone-countries";

interface Props {
  label: string;
  abroadLabel: string;
  value: Phone;
  error?: ReactNode;
  countryError?: ReactNode;
  isRequired?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (phone: Phone) => void;
}

/**
 * A field for a phone number. It converts full-width digits, and has a country field for numbers outside Japan. A typed
 * country code sets the country and stays in the field until it is left.
 */
export function PhoneField({
  label,
  abroadLabel,
  value,
  error,
  countryError,
  isRequired = false,
  inputRef,
  onChange,
}: Props) {
  const isAbroad = value.country !== HOME_COUNTRY;
  const [typed, setTyped] = useState<string | null>(null);
  // A search may have given the number with its code.
  const coded = typed ?? (hasCountryCode(value.digits) ? value.digits : null);
  const countries = usePhoneCountries(coded !== null);
  useEffect(() => {
    if (coded === null || countries === undefined) return;
    const { country, digits } = readNumber(coded, value.country, countries);
    if (country !== value.country || digits !== value.digits) onChange({ ...value, country, digits });
  }, [coded, countries, value, onChange]);

  const type = (text: string) => {
    setTyped(hasCountryCode(text) ? text : null);
    onChange({ ...value, ...readNumber(text, value.country, countries ?? []) });
  };
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <TextField
        label={label}
        type="tel"
        autoComplete="off"
        required={isRequired}
        inputRef={inputRef}
        value={typed ?? value.digits}
        error={error !== undefined}
        helperText={error}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      <FormControlLabel
        control={
          <Checkbox
            checked={isAbroad}
            onChange={(event) => onChange({ ...value, country: event.target.checked ? "" : HOME_COUNTRY })}
          />
        }
        label={abroadLabel}
      />
      {isAbroad && (
        <CountryField
          value={value.country}
          error={countryError}
          onChange={(country) => onChange({ ...value, country })}
        />
      )}
    </Box>
  );
}

/** A field for a customer's phone number, with a warning if the number is on the blacklist. */
export function CustomerPhoneField(props: Omit<Props, "label" | "abroadLabel">) {
  const t = useT();
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <PhoneField label={t("customer_form.phone")} abroadLabel={t("customer_form.other_country")} {...props} />
      <BlacklistWarning phone={props.value} />
    </Box>
  );
}
