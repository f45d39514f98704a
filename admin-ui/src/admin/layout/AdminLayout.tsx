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

/**
 * The frame of an admin's pages, with a link from an admin's restaurant to the owners' pages. The sign-in page has no
 * frame.
 */
export function AdminLayout({ children }: CoreLayoutProps) {
  const t = useT();
  const logout = useLogout();
  const { session, admin } = useShell();
  if (admin === null)
    return (
      <Frame header={null} menu={[]}>
        {children}
      </Frame>
    );
  const tools = (
    <>
      <ConsoleSearch />
      {session && (
        <Button color="inherit" href={paths.owners} sx={{ minWidth: 0, maxWidth: { xs: 120, sm: 240 } }}>
          <Box component="span" sx={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}>
            {t("frame.to_restaurant", { name: session.restaurant.restaurant_name })}
          </Box>
        </Button>
      )}
      <AccountMenu nickname={admin.nickname} email={admin.email} own={{ security: paths.security, signOut: logout }} />
    </>
  );
  const start = (
    <>
      <Brand home={{ to: paths.home, label: t("home.title") }} />
      {admin.restaurant && (
        <Typography noWrap sx={{ minWidth: 0, fontWeight: 600 }}>
          <AppLink to={paths.restaurant(admin.restaurant.slug)} color="inherit" underline="hover">
            {admin.restaurant.restaurant_name}
          </AppLink>
        </Typography>
      )}
    </>
  );
  return (
    <Frame header={{ start, tools }} menu={menuOf(admin, t)}>
      {children}
    </Frame>
  );
}
