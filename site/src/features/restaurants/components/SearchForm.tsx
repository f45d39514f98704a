import { Form, useNavigation } from "react-router";
import { useTranslation } from "react-i18next";
import type { HomePage } from "@/api";
import { Button, Checkbox, Icon, SelectField, TextField } from "@/ui";
import styles from "./SearchForm.module.css";

const KEYWORD_MAX = 50;

export function SearchForm({ home: { areas, cuisines, facilities, filter } }: { home: HomePage }) {
  const { t } = useTranslation();
  const searching = useNavigation().state === "loading";
  return (
    <search>
      <Form key={JSON.stringify(filter)} method="get" className={styles.form} aria-label={t("home.search.label")}>
        <SelectField label={t("home.search.area")} name="area" defaultValue={filter.area ?? ""}>
          <option value="">{t("home.search.any_area")}</option>
          {areas.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField label={t("home.search.cuisine")} name="cuisine" defaultValue={filter.cuisine ?? ""}>
          <option value="">{t("home.search.any_cuisine")}</option>
          {cuisines.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t("home.search.keyword")}
          name="keyword"
          type="search"
          maxLength={KEYWORD_MAX}
          defaultValue={filter.keyword}
        />
        <Button type="submit" kind="primary" busy={searching} className={styles.submit}>
          <Icon name="search" size={18} />
          {t("home.search.submit")}
        </Button>
        <details className={styles.facilities} open={filter.facilities.length > 0}>
          <summary>{t("restaurant.facilities")}</summary>
          <fieldset className={styles.choices}>
            <legend className="visually-hidden">{t("restaurant.facilities")}</legend>
            {facilities.map(({ id, label }) => (
              <Checkbox
                key={id}
                name="facilities[]"
                value={id}
                label={label}
                defaultChecked={filter.facilities.includes(id)}
              />
            ))}
          </fieldset>
        </details>
      </Form>
    </search>
  );
}
