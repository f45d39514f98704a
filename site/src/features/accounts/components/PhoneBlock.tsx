import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SignUpPage } from "@/api";
import { Button, Checkbox, ErrorText, TextField } from "@/ui";
import { HOME_COUNTRY, digitsOf, matchesPhonePattern, storedNumber } from "../model/phone";
import { CallVerification } from "./CallVerification";
import { CountrySelect } from "./CountrySelect";
import styles from "./PhoneBlock.module.css";
import { SmsVerification } from "./SmsVerification";

interface PhoneBlockProps {
  countries: SignUpPage["countries"];
  pattern: string;
  country: string;
  digits: string;
  confirmed: boolean;
  numberError: string | undefined;
  confirmError: string | undefined;
  onCountry: (country: string) => void;
  onDigits: (digits: string) => void;
  onConfirmed: (uuid: string) => void;
  onSettled: () => void;
}

export function PhoneBlock(props: PhoneBlockProps) {
  const { t } = useTranslation();
  const { countries, pattern, country, digits, confirmed, onCountry, onDigits } = props;
  const [abroad, setAbroad] = useState(country !== HOME_COUNTRY);
  const [way, setWay] = useState<"call" | "sms">("call");
  const dialCode = countries.find(({ code }) => code === country)?.dial_code ?? "";
  const verification = {
    country,
    localNumber: storedNumber(digits, country),
    callable: matchesPhonePattern(digits, pattern),
    onConfirmed: props.onConfirmed,
  };
  // Another number is another verification.
  const identity = `${country}-${digits}`;

  return (
    <div className={styles.block}>
      <TextField
        label={t("phone.number")}
        hint={t("phone.hint")}
        prefix={`+${dialCode}`}
        mandatory
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        readOnly={confirmed}
        value={digits}
        error={props.numberError}
        onChange={(event) => onDigits(digitsOf(event.target.value))}
      />
      <Checkbox
        label={t("phone.other_country")}
        checked={abroad}
        disabled={confirmed}
        onChange={(event) => {
          setAbroad(event.target.checked);
          if (!event.target.checked) onCountry(HOME_COUNTRY);
        }}
      />
      {abroad && <CountrySelect countries={countries} value={country} disabled={confirmed} onChange={onCountry} />}
      <div className={styles.verify} role="group" aria-label={t("phone.verify")}>
        <p className={styles.heading}>{t("phone.verify")}</p>
        {way === "call" ? (
          <CallVerification key={identity} {...verification} onSettled={props.onSettled} />
        ) : (
          <SmsVerification key={identity} {...verification} />
        )}
        {!confirmed && (
          <Button kind="text" onClick={() => setWay(way === "call" ? "sms" : "call")}>
            {way === "call" ? t("phone.use_sms") : t("phone.use_call")}
          </Button>
        )}
        {props.confirmError && <ErrorText>{props.confirmError}</ErrorText>}
      </div>
    </div>
  );
}
