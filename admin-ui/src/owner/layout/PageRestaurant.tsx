import NativeSelect from "@mui/material/NativeSelect";
import { browser, useSession } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";

function reloadAt(slug: string): void {
  browser.assign(`${window.location.pathname}?restaurant_slug=${encodeURIComponent(slug)}`);
}

/**
 * Shows the same page for another restaurant of the account, without changing the restaurant of the session (owner §2).
 * Staff of one restaurant have no such selector.
 */
export function PageRestaurant() {
  const t = useT();
  const { restaurant, restaurants } = useSession();
  if (restaurants.length <= 1) return null;
  return (
    <NativeSelect
      value={restaurant.slug}
      onChange={(event) => reloadAt(event.target.value)}
      inputProps={{ "aria-label": t("switcher.page") }}
      sx={{ maxWidth: 260 }}
    >
      {restaurants.map(({ slug, restaurant_name }) => (
        <option key={slug} value={slug}>
          {restaurant_name}
        </option>
      ))}
    </NativeSelect>
  );
}
