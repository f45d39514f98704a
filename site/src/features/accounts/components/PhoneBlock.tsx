import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PhoneFlow, SignUpPage } from "@/api";
import { Button, Checkbox, ErrorText, Notice, Skeleton, TextField, lazyPart } from "@/ui";
import { useStoredState } from "@/drafts";
import {
  HOME_COUNTRY,
  hasCountryCode,
  matchesPhonePattern,
  readNumber,
  shownNumber,
  storedNumber,
} from "@seki/shared/phone";
import styles from "./PhoneBlock.module.css";

/**
 * Loaded after the first paint: the verification while the diner types the number, the list of countries and the SMS on
 * request.
 */
const CallVerification = lazyPart(async () => (await import("./CallVerification")).default, <Skeleton height="3rem" />);
const CountrySelect = lazyPart(async () => (await import("./CountrySelect")).default, <Skeleton height="4.5rem" />);
const SmsVerification = lazyPart(async () => (await import("./SmsVerification")).default, <Skeleton height="8rem" />);

interface PhoneBlockProps {
  flow: PhoneFlow;
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
  const { flow, countries, pattern, country, digits, confirmed, onCountry, onDigits } = props;
  const [abroad, setAbroad] = useState(country !== HOME_COUNTRY);
  /** The text while it is being typed, such as a number with its country code. */
  const [typed, setTyped] = useState<string | null>(null);
  const [restored] = useState(confirmed);
  const [way, setWay] = useStoredState<"call" | "sms">(`${flow}.way`, "call");
  const dialCode = countries.find(({ code }) => code === country)?.dial_code ?? "";
  const stored = storedNumber(digits, country);
  // Once it is complete, a Japanese number is shown with its leading zero. The digits stay as typed.
  const shown = typed ?? shownNumber(digits, country);
  const verification = {
    flow,
    country,
    localNumber: stored,
    callable: country !== "" && matchesPhonePattern(digits, pattern),
    onConfirmed: props.onConfirmed,
  };
  const type = (text: string) => {
    const read = readNumber(text, country, countries);
    setTyped(hasCountryCode(text) ? text : read.digits);
    if (read.country !== country) {
      setAbroad(read.country !== HOME_COUNTRY);
      onCountry(read.country);
    }
    onDigits(shown === `0${digits}` ? read.digits.replace(/^0/, "") : read.digits);
  };

  // A changed number needs another verification.
  const identity = `${country}-${stored}`;

  return (
    <div className={styles.block}>
      <TextField
        label={t("phone.number")}
        hint={t("phone.hint")}
        // A Japanese number is written with its leading zero, without the prefix.
        prefix={country === HOME_COUNTRY || hasCountryCode(shown) ? "" : dialCode && `+${dialCode}`}
        mandatory
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        readOnly={confirmed}
        value={shown}
        error={props.numberError}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      <Checkbox
        label={t("phone.other_country")}
        checked={abroad}
        disabled={confirmed}
        onChange={(event) => {
          setAbroad(event.target.checked);
          // No country is a likely one: the diner chooses it.
          onCountry(event.target.checked ? "" : HOME_COUNTRY);
        }}
      />
      {abroad && <CountrySelect countries={countries} value={country} disabled={confirmed} onChange={onCountry} />}
      <div
        className={styles.verify}
        role="group"
        aria-label={t("phone.verify")}
        data-wrong={props.confirmError !== undefined}
      >
        <p className={styles.heading}>{t("phone.verify")}</p>
        {confirmed && restored ? (
          <Notice kind="success">
            <p>{t("phone.confirmed")}</p>
          </Notice>
        ) : way === "call" ? (
          <CallVerification
            key={identity}
            {...verification}
            onSettled={props.onSettled}
            onUseSms={() => setWay("sms")}
          />
        ) : (
          <SmsVerification key={identity} {...verification} />
        )}
        {!confirmed && (
          <Button kind="text" className={styles.other} onClick={() => setWay(way === "call" ? "sms" : "call")}>
            {way === "call" ? t("phone.use_sms") : t("phone.use_call")}
          </Button>
        )}
        {props.confirmError && <ErrorText>{props.confirmError}</ErrorText>}
      </div>
    </div>
  );
}
