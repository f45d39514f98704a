import { useEffect, useRef } from "react";
import type { ReactNode, RefObject } from "react";
import PushPinIcon from "@mui/icons-material/PushPin";
import PushPinOutlinedIcon from "@mui/icons-material/PushPinOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { formatShortInstant } from "@seki/shared/civil-time";
import { useShell } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { AppLink, useAsk } from "@/console/ui";
import type { Listed } from "./list-address";
import { useRowActions } from "./use-row-actions";
import type { StartPreset } from "./use-row-actions";

export function PinCell({ row, onWritten }: { row: Listed; onWritten?: () => void }) {
  const t = useT();
  const { togglePin } = useRowActions();
  const name = row.restaurant_name;
  return (
    <IconButton
      aria-label={t(row.is_admin_pinned ? "restaurants.unpin" : "restaurants.pin", { name })}
      aria-pressed={row.is_admin_pinned}
      color={row.is_admin_pinned ? "primary" : "default"}
      onClick={() => void togglePin(row).then(onWritten)}
    >
      {row.is_admin_pinned ? <PushPinIcon fontSize="small" /> : <PushPinOutlinedIcon fontSize="small" />}
    </IconButton>
  );
}

export function NameCell({ row }: { row: Listed }) {
  const t = useT();
  return (
    <Box className={row.today_rrp_restaurant_css}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 0.5, alignItems: "center" }}>
        <MuiLink href={paths.dinersPage(row.slug)}>{row.restaurant_name}</MuiLink>
        {row.today_rrp_restaurant_css !== "" && (
          <Chip size="small" color="success" label={t("restaurants.opens_today")} />
        )}
        {row.has_ts_integration && <Chip size="small" variant="outlined" label={t("restaurants.ts")} />}
      </Box>
      <Typography variant="body2" color="text.secondary">
        {row.slug}
      </Typography>
    </Box>
  );
}

const links = { display: "grid", rowGap: 0.25, whiteSpace: "nowrap" } as const;

export function LinksCell({ row }: { row: Listed }) {
  const t = useT();
  return (
    <Box sx={links}>
      <AppLink to={paths.restaurant(row.slug)}>{t("restaurants.view")}</AppLink>
      <AppLink to={paths.editRestaurant(row.slug)}>{t("restaurants.edit")}</AppLink>
      <AppLink to={paths.refillTemplates(row.slug)}>{t("restaurants.templates")}</AppLink>
    </Box>
  );
}

/** Placeholder of an empty cell, which would otherwise seem incomplete. */
const NOTHING = "–";

function Outside({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? null : (
    <MuiLink href={href} target="_blank" rel="noreferrer">
      {children}
    </MuiLink>
  );
}

export function JeCell({ row }: { row: Listed }) {
  const t = useT();
  if (row.je_admin_url === null && row.je_store_url === null) return NOTHING;
  return (
    <Box sx={links}>
      <Outside href={row.je_admin_url}>{t("restaurants.je_admin")}</Outside>
      <Outside href={row.je_store_url}>{t("restaurants.je_store")}</Outside>
    </Box>
  );
}

export function LoginCell({ row }: { row: Listed }) {
  const t = useT();
  const { admin } = useShell();
  if (row.owner === null) return NOTHING;
  const name = row.owner.nickname;
  if (admin?.flags.impersonation !== true) return <>{name}</>;
  return (
    <MuiLink href={paths.loginAs(row.owner.id, row.slug)} aria-label={t("restaurants.login", { name })}>
      {name}
    </MuiLink>
  );
}

const PRESETS: [StartPreset, "open_now" | "in_5days" | "in_2years" | "restore"][] = [
  ["future", "open_now"],
  ["5days", "in_5days"],
  ["2years", "in_2years"],
  ["restore", "restore"],
];

/** Keeps the focus next to the button that opens booking now, because the button disappears when it is pressed. */
function useRetainedFocus(isFuture: boolean): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null);
  const wasFuture = useRef(isFuture);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (wasFuture.current && !isFuture && isLost) around.current?.focus();
    wasFuture.current = isFuture;
  }, [isFuture]);
  return around;
}

/** The online start and its author, or in red a future start, with buttons that change it. */
export function OperationCell({ row, onWritten }: { row: Listed; onWritten?: () => void }) {
  const t = useT();
  const ask = useAsk();
  const { locale } = useShell();
  const { setStart } = useRowActions();
  const { or_starts_at, previous_starts_at, is_future, admin_user } = row.operation;
  const around = useRetainedFocus(is_future);
  const canOpen = row.missing_to_open.length === 0;
  const presets = PRESETS.filter(([preset]) =>
    preset === "restore"
      ? row.operation.can_restore_start
      : preset === "future"
        ? canOpen && is_future
        : canOpen || preset === "2years",
  );
  const set = async (preset: StartPreset) => {
    const at = formatShortInstant(previous_starts_at ?? or_starts_at, locale);
    const title = t(`restaurants.ask.${preset}`, { name: row.restaurant_name, at });
    if (!(await ask({ title, text: t("restaurants.ask_text") }))) return;
    await setStart(row, preset);
    onWritten?.();
  };
  return (
    <Box ref={around} tabIndex={-1} sx={{ minWidth: 128 }}>
      <Typography variant="body2" noWrap sx={is_future ? { color: "error.main", fontWeight: 700 } : {}}>
        {formatShortInstant(or_starts_at, locale)}
      </Typography>
      {admin_user && (
        <Typography variant="body2" color="text.secondary">
          {t("restaurants.set_by", { name: admin_user.nickname })}
        </Typography>
      )}
      <MissingToOpen row={row} />
      <Box sx={{ display: "flex", flexWrap: "wrap", ml: -0.75 }}>
        {presets.map(([preset, label]) => (
          <Button key={preset} size="small" sx={{ minWidth: 0, px: 0.75 }} onClick={() => void set(preset)}>
            {t(`restaurants.${label}`)}
          </Button>
        ))}
      </Box>
    </Box>
  );
}

/** The requirements that the restaurant lacks before it can be opened, each with a link to its page. */
function MissingToOpen({ row: { slug, missing_to_open: missing } }: { row: Listed }) {
  const t = useT();
  if (missing.length === 0) return null;
  const pages = { owner: paths.staff(slug), email: paths.newEmailSubscription(slug) };
  return (
    <Box sx={{ display: "grid", gap: 0.25, my: 0.5 }}>
      <Typography variant="body2" color="error">
        {t("restaurants.missing")}
      </Typography>
      {missing.map((requirement) => (
        <AppLink key={requirement} to={pages[requirement]}>
          {t(`restaurants.missing_to_open.${requirement}`)}
        </AppLink>
      ))}
    </Box>
  );
}

export function EmailCell({ row }: { row: Listed }) {
  const t = useT();
  return (
    <Box sx={{ display: "grid", gap: 0.5, minWidth: 104, overflowWrap: "anywhere" }}>
      {row.email_subscriptions.map(({ id, email }) => (
        <AppLink key={id} to={paths.editEmailSubscription(row.slug, id)}>
          {email}
        </AppLink>
      ))}
      <AppLink to={paths.newEmailSubscription(row.slug)}>{t("restaurants.add_email")}</AppLink>
    </Box>
  );
}

export function TextCell({ of, row }: { of: "stripe" | "visibility" | "noindex"; row: Listed }) {
  const t = useT();
  if (of === "stripe") return t(row.has_stripe_account ? "restaurants.stripe.yes" : "restaurants.stripe.no");
  if (of === "visibility") return t(`restaurants.visibility.${row.visibility}`);
  return t(row.is_noindex ? "restaurants.yes" : "restaurants.no");
}

export function TcCell({ row }: { row: Listed }) {
  const t = useT();
  if (row.tc_url === null) return NOTHING;
  return <Outside href={row.tc_url}>{t("restaurants.tc")}</Outside>;
}

export function FutureCell({ row }: { row: Listed }) {
  const t = useT();
  return <MuiLink href={paths.future(row.slug)}>{t("restaurants.future")}</MuiLink>;
}
