import { useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SignUpPage } from "@/api";
import { useLocale } from "@/navigation";
import { Field, cx } from "@/ui";
import { isComposing } from "@seki/shared/keyboard";
import { hasFlag } from "@seki/shared/phone";
import styles from "./CountrySelect.module.css";

interface CountrySelectProps {
  countries: SignUpPage["countries"];
  value: string;
  disabled: boolean;
  onChange: (country: string) => void;
}

interface Named {
  code: string;
  dial_code: string;
  name: string;
}

/** A searchable list of countries with flags, which accepts a name, a country code or a dial code. */
export default function CountrySelect({ countries, value, disabled, onChange }: CountrySelectProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);

  const named = useMemo<Named[]>(() => {
    const names = new Intl.DisplayNames([locale], { type: "region" });
    return countries
      .map((country) => ({ ...country, name: names.of(country.code) ?? country.code }))
      .toSorted((a, b) => a.name.localeCompare(b.name, locale));
  }, [countries, locale]);

  const open = text !== null;
  const words = (text ?? "").trim().toLowerCase();
  const found = named.filter(
    ({ code, dial_code, name }) =>
      name.toLowerCase().includes(words) || code.toLowerCase() === words || `+${dial_code}`.startsWith(words),
  );
  const current = named.find(({ code }) => code === value);

  const choose = (country: Named | undefined) => {
    if (country) onChange(country.code);
    setText(null);
  };

  const move = (index: number) => {
    setActive(index);
    list.current?.children[index]?.scrollIntoView({ block: "nearest" });
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) setText("");
      else move(Math.min(found.length - 1, Math.max(0, active + (event.key === "ArrowDown" ? 1 : -1))));
    } else if (event.key === "Enter" && open) {
      event.preventDefault();
      choose(found[active]);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      setText(null);
    }
  };

  return (
    <Field label={t("phone.country")}>
      {(control) => (
        <div className={styles.box}>
          {current && !open && <Flag code={current.code} />}
          <input
            {...control}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && found[active] ? `${listId}-${found[active].code}` : undefined}
            autoComplete="off"
            disabled={disabled}
            className={cx(styles.input, !open && styles.closed)}
            placeholder={current?.name ?? t("common.choose")}
            value={text ?? (current ? `${current.name} (+${current.dial_code})` : "")}
            onFocus={() => {
              setText("");
              setActive(0);
            }}
            onBlur={() => setText(null)}
            onChange={(event) => {
              setText(event.target.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
          />
          <ul
            id={listId}
            ref={list}
            role="listbox"
            aria-label={t("phone.country")}
            className={styles.list}
            hidden={!open}
          >
            {open &&
              found.map((country, index) => (
                <li
                  key={country.code}
                  id={`${listId}-${country.code}`}
                  role="option"
                  aria-selected={country.code === value}
                  className={cx(styles.option, index === active && styles.active)}
                  onPointerDown={(event) => {
                    event.preventDefault();
                    choose(country);
                  }}
                >
                  <Flag code={country.code} />
                  <span>{country.name}</span>
                  <span className={styles.dial}>+{country.dial_code}</span>
                </li>
              ))}
          </ul>
          {open && found.length === 0 && <p className={styles.none}>{t("phone.no_country")}</p>}
        </div>
      )}
    </Field>
  );
}

function Flag({ code }: { code: string }) {
  if (!hasFlag(code)) return <span className={styles.flag} />;
  return (
    <img
      className={styles.flag}
      src={`/assets/flags/${code.toUpperCase()}.svg`}
      alt=""
      width={24}
      height={16}
      loading="lazy"
    />
  );
}
