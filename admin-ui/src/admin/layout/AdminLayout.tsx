import { useMemo } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useLogout } from "ra-core";
import type { CoreLayoutProps } from "ra-core";
import { useShell } from "@/console/api";
import { AccountMenu, Brand, Frame } from "@/console/frame";
import { AppLink } from "@/console/ui";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { ConsoleSearch } from "@/admin/search/ConsoleSearch";
import { menuOf } from "./menu";

const START = <Start />;
const TOOLS = <Tools />;

/**
 * The frame of an admin's pages, with a link from an admin's restaurant to the owners' pages. The sign-in page has no
 * frame.
 */
export function AdminLayout({ children }: CoreLayoutProps) {
  const t = useT();
  const { admin } = useShell();
  const menu = useMemo(() => (admin ? menuOf(admin, t) : []), [admin, t]);
  return (
    <Frame header={admin && { start: START, tools: TOOLS }} menu={menu}>
      {children}
    </Frame>
  );
}

function Start() {
  const t = useT();
  const restaurant = useShell().admin?.restaurant;
  return (
    <>
      <Brand home={{ to: paths.home, label: t("home.title") }} />
      {restaurant && (
        <Typography noWrap sx={{ minWidth: 0, fontWeight: 600 }}>
          <AppLink to={paths.restaurant(restaurant.slug)} color="inherit" underline="hover">
            {restaurant.restaurant_name}
          </AppLink>
        </Typography>
      )}
    </>
  );
}

function Tools() {
  const t = useT();
  const logout = useLogout();
  const { session, admin } = useShell();
  return (
    <>
      <ConsoleSearch />
      {session && (
        <Button color="inherit" href={paths.owners} sx={{ minWidth: 0, maxWidth: { xs: 120, sm: 240 } }}>
          <Box component="span" sx={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}>
            {t("frame.to_restaurant", { name: session.restaurant.restaurant_name })}
          </Box>
        </Button>
      )}
      {admin && (
        <AccountMenu
          nickname={admin.nickname}
          email={admin.email}
          own={{ security: paths.security, signOut: logout }}
        />
      )}
    </>
  );
}
