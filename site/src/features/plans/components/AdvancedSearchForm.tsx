import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { useTranslation } from "react-i18next";
import type { Choice, SearchParams } from "@/api";
import { paths } from "@/navigation";
import { Button, Checkbox, Panel, SelectField, Stack, TextField } from "@/ui";
import {
  INVENTORY_TYPES,
  LONGEST_KEYWORD,
  LONGEST_RANGE,
  OPERATIONS,
  PARTIES,
  daysAfter,
  rangeFault,
} from "../model/search";
import styles from "./plans.module.css";

interface AdvancedSearchFormProps {
  areas: Choice[];
  cuisines: Choice[];
  today: string;
  params?: SearchParams;
  /** Only subscribers search; for others the controls are still. */
  enabled: boolean;
}

export function AdvancedSearchForm({ areas, cuisines, today, params, enabled }: AdvancedSearchFormProps) {
  const { t } = useTranslation();
  const searching = useNavigation().state === "loading";
  const [from, setFrom] = useState(params?.from_date ?? today);
  const [to, setTo] = useState(params?.to_date ?? daysAfter(today, LONGEST_RANGE));
  const fault = rangeFault(from, to, today);
  const area = areas.find(({ id }) => id === params?.area_id);

  return (
    <Panel>
      <search>
        <Form
          method="get"
          action={paths.premium_restaurants}
          aria-label={t("plans.search.title")}
          onSubmit={(event) => {
            if (!enabled || fault) event.preventDefault();
          }}
        >
          <Stack>
            <div className={styles.grid}>
              <TextField
                type="date"
                label={t("plans.search.from")}
                name="from_date"
                min={today}
                value={from}
                disabled={!enabled}
                error={fault === "date_past" ? t("plans.search.date_past") : undefined}
                onChange={(event) => setFrom(event.target.value)}
              />
              <TextField
                type="date"
                label={t("plans.search.to")}
                name="to_date"
                min={from}
                max={daysAfter(from || today, LONGEST_RANGE)}
                value={to}
                disabled={!enabled}
                error={fault === "range_too_long" ? t("plans.search.range_too_long") : undefined}
                onChange={(event) => setTo(event.target.value)}
              />
              <SelectField
                label={t("plans.search.guests")}
                name="guests_count"
                defaultValue={params?.guests_count ?? 2}
                disabled={!enabled}
              >
                {PARTIES.map((count) => (
                  <option key={count} value={count}>
                    {t("plans.search.guests_count", { count })}
                  </option>
                ))}
              </SelectField>
              <SelectField
                label={t("plans.search.area")}
                name="area_id"
                defaultValue={area?.id ?? ""}
                disabled={!enabled}
              >
                <option value="">{t("plans.search.any_area")}</option>
                {areas.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </SelectField>
              <SelectField
                label={t("plans.search.inventory")}
                name="inventory_type"
                defaultValue={params?.inventory_type ?? ""}
                disabled={!enabled}
              >
                <option value="">{t("plans.search.any_inventory")}</option>
                {INVENTORY_TYPES.map((type) => (
                  <option key={type} value={type}>
                    {t(`plans.search.type.${type}`)}
                  </option>
                ))}
              </SelectField>
              <TextField
                type="search"
                label={t("plans.search.keyword")}
                name="keyword"
                maxLength={LONGEST_KEYWORD}
                defaultValue={params?.keyword ?? ""}
                disabled={!enabled}
              />
              <TextField
                type="number"
                inputMode="numeric"
                label={t("plans.search.price_min")}
                name="price_min"
                min={0}
                step={1000}
                defaultValue={params?.price_min ?? ""}
                disabled={!enabled}
              />
              <TextField
                type="number"
                inputMode="numeric"
                label={t("plans.search.price_max")}
                name="price_max"
                min={0}
                step={1000}
                defaultValue={params?.price_max ?? ""}
                disabled={!enabled}
              />
            </div>
            <fieldset disabled={!enabled} className={styles.choices}>
              <legend>{t("plans.search.operations")}</legend>
              {OPERATIONS.map((operation) => (
                <Checkbox
                  key={operation}
                  name="operations[]"
                  value={operation}
                  label={t(`plans.search.operation.${operation}`)}
                  defaultChecked={params?.operations.includes(operation) ?? false}
                />
              ))}
            </fieldset>
            <fieldset disabled={!enabled} className={styles.choices}>
              <legend>{t("plans.search.cuisines")}</legend>
              {cuisines.map(({ id, label }) => (
                <Checkbox
                  key={id}
                  name="cuisines[]"
                  value={id}
                  label={label}
                  defaultChecked={params?.cuisines.includes(id) ?? false}
                />
              ))}
            </fieldset>
            <Button type="submit" kind="primary" busy={searching} disabled={!enabled || fault !== null}>
              {t("plans.search.submit")}
            </Button>
          </Stack>
        </Form>
      </search>
    </Panel>
  );
}
