import { useMemo } from "react";
import type { ReactNode } from "react";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import { useShell } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { HOME_COUNTRY, hasFlag } from "@seki/shared/phone";
import { usePhoneCountries } from "./use-phone-countries";

interface Country {
  code: string;
  name: string;
  dial: string;
}

/** Returns the countries other than Japan, with their names in the user's language. */
function useCountries(): Country[] {
  const { locale } = useShell();
  const data = usePhoneCountries(true);
  return useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: "region" });
    return (data ?? [])
      .filter(({ code }) => code !== HOME_COUNTRY)
      .map(({ code, dial_code }) => ({ code, name: names.of(code) ?? code, dial: `+${dial_code}` }))
      .toSorted((a, b) => a.name.localeCompare(b.name, locale));
  }, [data, locale]);
}

interface Props {
  value: string;
  error?: ReactNode;
  onChange: (country: string) => void;
}

/** Chooses the country of a phone number by name, code or dial code. */
export function CountryField({ value, error, onChange }: Props) {
  const t = useT();
  const countries = useCountries();
  return (
    <Autocomplete
      options={countries}
      value={countries.find(({ code }) => code === value) ?? null}
      onChange={(_, country) => onChange(country?.code ?? "")}
      getOptionLabel={({ name, dial }) => `${name} (${dial})`}
      getOptionKey={({ code }) => code}
      isOptionEqualToValue={(a, b) => a.code === b.code}
      noOptionsText={t("customer_form.country_none")}
      renderOption={({ key, ...props }, { code, name, dial }) => (
        <Box component="li" key={key} {...props} sx={{ gap: 1 }}>
          <Flag code={code} />
          <span>{name}</span>
          <Box component="span" sx={{ ml: "auto", color: "text.secondary" }}>
            {dial}
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField {...params} label={t("customer_form.country")} error={error !== undefined} helperText={error} />
      )}
    />
  );
}

function Flag({ code }: { code: string }) {
  const size = { width: 24, height: 16, flexShrink: 0 };
  if (!hasFlag(code)) return <Box component="span" sx={size} />;
  return <Box component="img" src={`/assets/flags/${code.toUpperCase()}.svg`} alt="" loading="lazy" sx={size} />;
}
