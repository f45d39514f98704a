import NativeSelect from "@mui/material/NativeSelect";
import Typography from "@mui/material/Typography";
import { browser, useShell, useSession } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";

/** Opens the current page at another restaurant. Further entries are links. */
export function RestaurantSwitcher() {
  const t = useT();
  const { restaurant, restaurants } = useSession();
  const { config } = useShell();
  const extras = [
    { label: t("switcher.mall"), url: config.mall_url },
    { label: t("switcher.inbound"), url: config.inbound_url },
  ].flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]));

  if (restaurants.length <= 1 && extras.length === 0) {
    return (
      <Typography noWrap sx={{ fontWeight: 600, minWidth: 0 }}>
        {restaurant.restaurant_name}
      </Typography>
    );
  }
  const choose = (value: string) => {
    const extra = extras.find(({ url }) => url === value);
    browser.assign(extra ? extra.url : addressAt(value));
  };
  return (
    <NativeSelect
      value={restaurant.slug}
      onChange={(event) => choose(event.target.value)}
      inputProps={{ "aria-label": t("switcher.label") }}
      sx={{ minWidth: 0, maxWidth: { xs: 150, sm: 260 }, fontWeight: 600, "& select": { minHeight: 32 } }}
    >
      {restaurants.map(({ slug, restaurant_name, is_current }) => (
        <option key={slug} value={slug} aria-current={is_current || undefined}>
          {restaurant_name}
        </option>
      ))}
      {extras.length > 0 && (
        <optgroup label={t("switcher.others")}>
          {extras.map(({ label, url }) => (
            <option key={url} value={url}>
              {label}
            </option>
          ))}
        </optgroup>
      )}
    </NativeSelect>
  );
}

/** Lists, and the address of a record below each: another restaurant has no such record. */
const RECORD = /^(\/owners\/(?:reservations|customers|announcements))\/.+$/;

/** Returns the address of a page at another restaurant. The page of a record leads to its list. */
export function pathElsewhere(path: string): string {
  if (path.startsWith("/owners/reservation_cancel_requests/")) return paths.reservations;
  if (path.startsWith("/owners/restaurant_delivery_settings/")) return paths.home;
  return RECORD.exec(path)?.[1] ?? path;
}

function addressAt(slug: string): string {
  return `${pathElsewhere(window.location.pathname)}?owners_restaurant_slug=${encodeURIComponent(slug)}`;
}
