import { memo } from "react";
import type { ReactNode } from "react";
import MenuIcon from "@mui/icons-material/Menu";
import AppBar from "@mui/material/AppBar";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Toolbar from "@mui/material/Toolbar";
import { usePublishedHeight } from "@seki/shared/layout";
import { useT } from "@/console/i18n/use-t";
import { PAGE_HEADER_ID, PAGE_HEADER_PROPERTY } from "@/console/ui/page-header";
import { palette } from "@/console/ui/theme";
import { LanguageSwitcher } from "./LanguageSwitcher";

interface HeaderProps {
  /** Opens the menu; null for no button. */
  onMenu: (() => void) | null;
  /** The front end's name, and the content next to it. */
  start: ReactNode;
  /** Content at the end of the header. */
  tools: ReactNode;
  /** A banner at the top, which all users must see first. */
  banner?: ReactNode;
}

export const Header = memo(function Header({ onMenu, start, tools, banner }: HeaderProps) {
  const t = useT();
  const bar = usePublishedHeight(PAGE_HEADER_PROPERTY);
  return (
    <AppBar
      ref={bar}
      id={PAGE_HEADER_ID}
      position="sticky"
      elevation={0}
      sx={{
        bgcolor: palette.paper,
        color: "text.primary",
        borderBottom: `1px solid ${palette.line}`,
        displayPrint: "none",
      }}
    >
      {banner}
      <Toolbar sx={{ gap: { xs: 0.5, sm: 1.5 }, minHeight: { xs: 64 }, px: { xs: 1, sm: 2 } }}>
        {onMenu && (
          <IconButton edge="start" color="inherit" aria-label={t("console.open_menu")} onClick={onMenu}>
            <MenuIcon />
          </IconButton>
        )}
        {start}
        <Box sx={{ flex: 1 }} />
        {/* A long name next to it is truncated first. */}
        <Box sx={{ display: { xs: "none", sm: "block" }, flexShrink: 0 }}>
          <LanguageSwitcher />
        </Box>
        {tools}
      </Toolbar>
    </AppBar>
  );
});
