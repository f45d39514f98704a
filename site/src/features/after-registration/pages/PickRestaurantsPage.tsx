import { useState } from "react";
import { useSearchParams } from "react-router";
import { useTranslation } from "react-i18next";
import { send } from "@/api";
import type { PickRestaurant, PickRestaurantsPage as PickData } from "@/api";
import ContinuingNotice from "@/features/accounts/components/ContinuingNotice";
import { useFavorite } from "@/features/favorites";
import { paths, useLocale, usePageData, useTitle } from "@/navigation";
import { Button, ButtonLink, EmptyState, Icon, PageFrame, SelectField, cx, useAsk, useWrite } from "@/ui";
import styles from "./PickRestaurantsPage.module.css";

type List = Pick<PickData, "restaurants" | "total_pages" | "current_page">;

export default function PickRestaurantsPage() {
  const { t } = useTranslation();
  const page = usePageData("pick_restaurants");
  const [params, setParams] = useSearchParams();
  useTitle(t("after_registration.pick_title"));

  const filter = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    next.delete("page");
    if (value === "") next.delete(name);
    else next.set(name, value);
    setParams(next, { preventScrollReset: true });
  };
  const select = (name: "prefectures" | "cuisines", choices: { id: number | string; label: string }[]) => (
    <SelectField
      label={t(`after_registration.${name}`)}
      value={params.get(name) ?? ""}
      onChange={(event) => filter(name, event.target.value)}
    >
      <option value="">{t("after_registration.any")}</option>
      {choices.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
  );

  return (
    <PageFrame title={t("after_registration.pick_title")} lead={t("after_registration.pick_lead")}>
      {page.continuing && (
        <div className={styles.continuing}>
          <ContinuingNotice continuing={page.continuing} leads />
        </div>
      )}
      <div className={styles.filters}>
        {select("prefectures", page.prefectures)}
        {select("cuisines", page.cuisines)}
      </div>
      <Picker key={params.toString()} first={page} query={params} />
      <div className={styles.next}>
        <ButtonLink kind="primary" to={paths.after_pickup_restaurants}>
          {t("after_registration.next")}
        </ButtonLink>
        <ButtonLink kind="text" to={paths.confirm_email}>
          {t("after_registration.skip")}
        </ButtonLink>
      </div>
    </PageFrame>
  );
}

function Picker({ first, query }: { first: List; query: URLSearchParams }) {
  const { t } = useTranslation();
  const [list, setList] = useState<List>(first);
  const loading = useWrite();

  const more = () =>
    loading.write(async () => {
      const { data: next } = await send("GET", paths.pick_restaurants, {
        query: { ...Object.fromEntries(query), page: list.current_page + 1 },
      });
      setList({ ...next, restaurants: [...list.restaurants, ...next.restaurants] });
    });

  if (list.restaurants.length === 0) {
    return (
      <EmptyState title={t("common.no_restaurants")}>
        <p>{t("common.no_restaurants_text")}</p>
        <ButtonLink to={paths.pick_restaurants}>{t("common.clear_conditions")}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.grid}>
        {list.restaurants.map((restaurant) => (
          <li key={restaurant.slug}>
            <PickButton restaurant={restaurant} />
          </li>
        ))}
      </ul>
      {loading.error && <p role="alert">{t("common.load_failed")}</p>}
      {list.current_page < list.total_pages && (
        <p className={styles.more}>
          <Button busy={loading.busy} onClick={() => void more()}>
            {t("after_registration.more")}
          </Button>
        </p>
      )}
    </>
  );
}

function PickButton({ restaurant }: { restaurant: PickRestaurant }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { showAlert } = useAsk();
  const { favorited, changing, press, question } = useFavorite(restaurant.slug, restaurant.favorited, {
    onFailed: async () => {
      await showAlert(t("common.something_went_wrong"));
      return true;
    },
  });

  return (
    <>
      <button
        type="button"
        className={cx(styles.pick, favorited && styles.picked)}
        aria-pressed={favorited}
        disabled={changing.busy}
        onClick={press}
      >
        <img src={restaurant.image_url} alt="" width={1600} height={1000} loading="lazy" className={styles.picture} />
        <span className={styles.name}>
          {restaurant.restaurant_name}
          <Icon name="heart" size={20} filled={favorited} />
        </span>
        <span className={styles.meta}>
          {[restaurant.prefecture_i18n, restaurant.cuisine_text].join(locale === "ja" ? "・" : ", ")}
        </span>
      </button>
      {question}
    </>
  );
}
