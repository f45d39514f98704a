import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { DeliveryChoices } from "@/api";
import { Panel, SelectField, TextField, useFocusFirstInvalid } from "@/ui";
import type { DeliveryState } from "../hooks/useDelivery";
import { MAX_LENGTHS, partOf, partsOffered, withPart } from "../model/delivery";
import type { DeliveryField, DeliveryForm } from "../model/delivery";
import styles from "./Delivery.module.css";

interface DeliveryProps {
  choices: DeliveryChoices;
  state: DeliveryState;
}

/** Destination and arrival time. After a failed attempt, the first invalid field has the focus. */
export function Delivery({ choices, state }: DeliveryProps) {
  const { form } = state;
  const block = useRef<HTMLDivElement>(null);
  useFocusFirstInvalid(block, state.attempts);
  if (!form) return null;
  return (
    <Panel>
      <div ref={block} className={styles.delivery}>
        <Address choices={choices} form={form} state={state} />
        <ArrivalPicker choices={choices} form={form} state={state} />
      </div>
    </Panel>
  );
}

type PartProps = DeliveryProps & { form: DeliveryForm };

function Address({ choices, form, state }: PartProps) {
  const { t } = useTranslation();
  const field = (name: DeliveryField) => ({
    value: form[name],
    error: state.errors[name],
    onFocus: () => state.enter(name),
    onChange: (event: { target: { value: string } }) => state.set(name, event.target.value),
  });
  const limit = (count: number) => t("review.delivery.at_most", { count });
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>{t("review.delivery.address")}</legend>
      <TextField
        label={t("review.delivery.zip_code")}
        hint={t("review.delivery.zip_code_hint")}
        mandatory
        inputMode="numeric"
        autoComplete="shipping postal-code"
        className={styles.short}
        {...field("zip_code")}
      />
      <p role="status" className={styles.found}>
        {state.postal && t(`review.delivery.${state.postal}`)}
      </p>
      <SelectField
        label={t("review.delivery.prefecture")}
        mandatory
        autoComplete="shipping address-level1"
        className={styles.short}
        {...field("prefecture")}
      >
        <option value="">{t("common.choose")}</option>
        {choices.prefectures.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t("review.delivery.address1")}
        hint={limit(MAX_LENGTHS.address1)}
        mandatory
        autoComplete="shipping address-level2"
        {...field("address1")}
      />
      <TextField
        label={t("review.delivery.address2")}
        hint={limit(MAX_LENGTHS.address2)}
        mandatory
        autoComplete="shipping address-line1"
        {...field("address2")}
      />
      <TextField
        label={t("review.delivery.address3")}
        hint={limit(MAX_LENGTHS.address3)}
        autoComplete="shipping address-line2"
        {...field("address3")}
      />
      <TextField label={t("review.delivery.name")} mandatory autoComplete="shipping name" {...field("name")} />
      <TextField
        label={t("review.delivery.phone_number")}
        hint={t("review.delivery.phone_hint")}
        mandatory
        type="tel"
        autoComplete="shipping tel-national"
        className={styles.short}
        {...field("phone_number")}
      />
    </fieldset>
  );
}

function ArrivalPicker({ choices, form, state }: PartProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>{t("review.delivery.arrival")}</legend>
      <div className={styles.date}>
        {(["year", "month", "day"] as const).map((part) => (
          <SelectField
            key={part}
            label={t(`review.delivery.${part}`)}
            mandatory
            value={partOf(form.arrives_on, part)}
            error={part === "day" ? state.errors.arrives_on : undefined}
            onChange={(event) =>
              state.set("arrives_on", withPart(choices.days, form.arrives_on, part, event.target.value))
            }
          >
            {partsOffered(choices.days, form.arrives_on, part).map((value) => (
              <option key={value} value={value}>
                {Number(value)}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <SelectField
        label={t("review.delivery.time_slot")}
        mandatory
        className={styles.short}
        value={form.time_slot}
        error={state.errors.time_slot}
        onChange={(event) => state.set("time_slot", event.target.value)}
      >
        <option value="">{t("common.choose")}</option>
        {choices.time_slots.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}
