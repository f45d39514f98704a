import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { GoldForm } from "@/api";
import { Checkbox, Panel, SelectField, useFocusFirstInvalid } from "@/ui";
import type { GoldField, GoldState } from "../hooks/useGold";
import styles from "./Delivery.module.css";

/** A gold member's answers about the visit. A first visit has no last visit. */
export function Gold({ form, state }: { form: GoldForm; state: GoldState }) {
  const { t } = useTranslation();
  const block = useRef<HTMLDivElement>(null);
  useFocusFirstInvalid(block, state.attempts);
  const select = (field: GoldField, choices: GoldForm["usage_scenes"], disabled = false) => (
    <SelectField
      label={t(`review.gold.${field}`)}
      mandatory={!disabled}
      disabled={disabled}
      value={disabled ? "" : state.preference[field]}
      error={state.errors[field]}
      onChange={(event) => state.set({ [field]: event.target.value })}
    >
      <option value="">{t("common.choose")}</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
  return (
    <Panel>
      <div ref={block}>
        <fieldset className={styles.fields}>
          <legend className={styles.legend}>{t("review.gold.title")}</legend>
          <Checkbox
            label={t("review.gold.is_first_visit")}
            checked={state.preference.is_first_visit}
            onChange={(event) => state.set({ is_first_visit: event.target.checked })}
          />
          {select("last_visit_period", form.last_visit_periods, state.preference.is_first_visit)}
          {select("usage_scene", form.usage_scenes)}
          {select("food_amount", form.food_amounts)}
        </fieldset>
      </div>
    </Panel>
  );
}
