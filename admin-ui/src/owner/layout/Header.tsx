import MenuIcon from "@mui/icons-material/Menu";
import AppBar from "@mui/material/AppBar";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Toolbar from "@mui/material/Toolbar";
import { useT } from "@/i18n/use-t";
import { palette } from "@/app/theme";
import { NotificationBell } from "../notifications/NotificationBell";
import { QuickSearch } from "../quick-search/QuickSearch";
import { AccountMenu } from "./AccountMenu";
import { Brand } from "./Brand";
import { LanguageSwitcher } from "./LanguageSwitcher";
import { RestaurantSwitcher } from "./RestaurantSwitcher";

export function Header({ menuButton, onMenu }: { menuButton: boolean; onMenu: () => void }) {
  const t = useT();
  return (
    <AppBar
      position="sticky"
      elevation={0}
      sx={{
        bgcolor: palette.paper,
        color: "text.primary",
        borderBottom: `1px solid ${palette.line}`,
        displayPrint: "none",
      }}
    >
      <Toolbar sx={{ gap: { xs: 0.5, sm: 1.5 }, minHeight: { xs: 64 }, px: { xs: 1, sm: 2 } }}>
        {menuButton && (
          <IconButton edge="start" color="inherit" aria-label={t("menu.open")} onClick={onMenu}>
            <MenuIcon />
          </IconButton>
        )}
        <Brand />
        <RestaurantSwitcher />
        <Box sx={{ flex: 1 }} />
        <Box sx={{ display: { xs: "none", sm: "block" } }}>
          <LanguageSwitcher />
        </Box>
        <QuickSearch />
        <NotificationBell />
        <AccountMenu />
      </Toolbar>
    </AppBar>
  );
}
