import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { send } from "@/api";
import { paths } from "@/navigation";
import { ButtonLink } from "@/ui";
import styles from "./ExternalLists.module.css";

/**
 * Loads a list of another service. A failed list is empty; the server's log and the browser's console have the reason.
 */
function useExternalList<Item>(slug: string, list: (slug: string) => Promise<Item[]>): Item[] {
  const [items, setItems] = useState<Item[]>([]);
  useEffect(() => {
    let isShown = true;
    list(slug)
      .then((found) => isShown && setItems(found))
      .catch((error: unknown) => console.warn("failed to load a list of another service", error));
    return () => {
      isShown = false;
    };
  }, [slug, list]);
  return items;
}

const listStores = (restaurant_slug: string) =>
  send("GET", "/users/api/takeaway_stores", { query: { restaurant_slug } });
const listGuide = (restaurant_slug: string) =>
  send("GET", "/users/api/guide_restaurants", { query: { restaurant_slug } });

interface Tile {
  url: string;
  picture: string | null;
  name: string;
  info: string | null;
}

function Tiles({ tiles }: { tiles: Tile[] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.grid}>
      {tiles.map(({ url, picture, name, info }) => (
        <li key={url}>
          <a className={styles.link} href={url} target="_blank" rel="noopener">
            {picture !== null && (
              <img className={styles.picture} src={picture} alt="" width={320} height={240} loading="lazy" />
            )}
            <span className={styles.name}>
              {name}
              <span className="visually-hidden">{t("common.new_tab")}</span>
            </span>
            {info !== null && <span className={styles.info}>{info}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Stores that sell the restaurant's dishes (diner §2); hidden without any. */
export function TakeawayStores({ slug }: { slug: string }) {
  const { t } = useTranslation();
  const stores = useExternalList(slug, listStores);
  if (stores.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="takeaway-stores">
      <h2 id="takeaway-stores">{t("external_lists.takeaway")}</h2>
      <Tiles
        tiles={stores.map((store) => ({
          url: store.page_url,
          picture: store.thumb_image_url,
          name: store.title,
          info: null,
        }))}
      />
    </section>
  );
}

/** The guide's selection of similar restaurants (diner §2); hidden without any. */
export function GuideTeaser({ slug }: { slug: string }) {
  const { t } = useTranslation();
  const restaurants = useExternalList(slug, listGuide);
  if (restaurants.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="guide">
      <h2 id="guide">{t("external_lists.guide")}</h2>
      <Tiles
        tiles={restaurants.map((restaurant) => ({
          url: restaurant.page_url,
          picture: restaurant.thumb_image_url,
          name: restaurant.restaurant_name,
          info: restaurant.restaurant_info,
        }))}
      />
      <p className={styles.more}>
        <ButtonLink to={paths.home}>{t("external_lists.more")}</ButtonLink>
      </p>
    </section>
  );
}
