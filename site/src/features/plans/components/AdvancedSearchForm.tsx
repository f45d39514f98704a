import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { useTranslation } from "react-i18next";
import type { Choice, FacilityChoice } from "@/api";
import { paths } from "@/navigation";
import { Button, Checkbox, SelectField, Stack, TextField } from "@/ui";
import { INVENTORY_TYPES, MAX_KEYWORD_LENGTH, MAX_RANGE_DAYS, OPERATIONS, PARTIES } from "../model/search";
import { daysAfter, faultsOf, searchOf } from "../model/search";
import type { Search, SearchFaults } from "../model/search";
import styles from "./plans.module.css";

interface AdvancedSearchFormProps {
  areas: Choice[];
  cuisines: Choice[];
  facilities: FacilityChoice[];
  today: string;
  search?: Search;
  /** Only subscribers search; for other diners the controls are disabled. */
  enabled: boolean;
}

/** Invalid conditions get a message next to their field, and are not sent. */
export function AdvancedSearchForm(props: AdvancedSearchFormProps) {
  const { areas, cuisines, facilities, today, search: asked, enabled } = props;
  const { t } = useTranslation();
  const searching = useNavigation().state === "loading";
  const [search, setSearch] = useState(asked ?? searchOf(undefined, today));
  const faults = faultsOf(search, today);
  const isFaulty = Object.keys(faults).length > 0;
  const { from_date: from, guests_count: guests } = search;
  const field = (name: keyof SearchFaults) => ({
    name,
    value: search[name],
    disabled: !enabled,
    error: faults[name] && t(`plans.search.${faults[name]}`),
    onChange: (event: { target: { value: string } }) => setSearch({ ...search, [name]: event.target.value }),
  });

  return (
    <search>
      <Form
        method="get"
        action={paths.premium_restaurants}
        aria-label={t("plans.search.title")}
        noValidate
        onSubmit={(event) => {
          if (!enabled || isFaulty) event.preventDefault();
        }}
      >
        <Stack>
          <div className={styles.grid}>
            <TextField type="date" label={t("plans.search.from")} min={today} {...field("from_date")} />
            <TextField
              type="date"
              label={t("plans.search.to")}
              min={from}
              max={faults.from_date ? undefined : daysAfter(from, MAX_RANGE_DAYS)}
              {...field("to_date")}
            />
            <SelectField label={t("plans.search.guests")} {...field("guests_count")}>
              {faults.guests_count && <option value={guests}>{guests}</option>}
              {PARTIES.map((count) => (
                <option key={count} value={count}>
                  {t("plans.search.guests_count", { count })}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={t("plans.search.area")}
              name="area_id"
              defaultValue={areas.some(({ id }) => String(id) === search.area_id) ? search.area_id : ""}
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
              defaultValue={search.inventory_type}
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
              maxLength={MAX_KEYWORD_LENGTH}
              {...field("keyword")}
            />
            <TextField
              type="number"
              inputMode="numeric"
              label={t("plans.search.price_min")}
              min={0}
              {...field("price_min")}
            />
            <TextField
              type="number"
              inputMode="numeric"
              label={t("plans.search.price_max")}
              min={0}
              {...field("price_max")}
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
                defaultChecked={search.operations.includes(operation)}
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
                defaultChecked={search.cuisines.includes(String(id))}
              />
            ))}
          </fieldset>
          <fieldset disabled={!enabled} className={styles.choices}>
            <legend>{t("restaurant.facilities")}</legend>
            {facilities.map(({ id, label }) => (
              <Checkbox
                key={id}
                name="facilities[]"
                value={id}
                label={label}
                defaultChecked={search.facilities.includes(id)}
              />
            ))}
          </fieldset>
          <Button type="submit" kind="primary" busy={searching} disabled={!enabled || isFaulty}>
            {t("plans.search.submit")}
          </Button>
        </Stack>
      </Form>
    </search>
  );
}
