import { useState } from "react";
import type { ReactNode } from "react";
import KeyboardDoubleArrowLeftIcon from "@mui/icons-material/KeyboardDoubleArrowLeft";
import KeyboardDoubleArrowRightIcon from "@mui/icons-material/KeyboardDoubleArrowRight";
import Box from "@mui/material/Box";
import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import LinearProgress from "@mui/material/LinearProgress";
import useMediaQuery from "@mui/material/useMediaQuery";
import { ScrollRestoration, useLocation, useNavigation } from "react-router";
import { useFocusOnPage } from "@seki/shared/navigation";
import { useT } from "@/console/i18n/use-t";
import { useStoredChoice } from "@/console/ui";
import { PAGE_HEADER_HEIGHT } from "@/console/ui/page-header";
import { Header } from "./Header";
import { Navigation } from "./Navigation";
import { Notices } from "./Notices";
import type { MenuGroup } from "./menu";

const MENU_WIDTH = 208;
/** Width of the icons. */
const FOLDED_WIDTH = 60;
const MENUS = ["wide", "folded"] as const;

/** The same content must be the same objects in every render: the header and the menu then render only if it changes. */
interface FrameProps {
  /** Content of the header; null for no header. */
  header: { start: ReactNode; tools: ReactNode; banner?: ReactNode } | null;
  /** Entries of the side menu; empty for no menu. */
  menu: MenuGroup[];
  /** The page. */
  children: ReactNode;
}

/** The frame of every page: header, menu, notices, and the page. */
export function Frame({ header, menu, children }: FrameProps) {
  const t = useT();
  const { key: visit } = useLocation();
  const wide = useMediaQuery("(min-width: 1200px)", { noSsr: true });
  const [menuOpenAt, setMenuOpenAt] = useState<string | null>(null);
  const [menuLook, setMenuLook] = useStoredChoice("console_menu", MENUS);
  const isFolded = menuLook === "folded";
  const main = useFocusOnPage();
  const hasMenu = menu.length > 0;

  return (
    <>
      <Box component="a" href="#main" sx={skipLink}>
        {t("console.skip_to_main")}
      </Box>
      <PageProgress />
      {header && <Header {...header} onMenu={hasMenu && !wide ? () => setMenuOpenAt(visit) : null} />}
      <Notices />
      <Box sx={{ display: "flex", minHeight: `calc(100dvh - ${PAGE_HEADER_HEIGHT})` }}>
        {hasMenu && wide && (
          <Box
            sx={{
              width: isFolded ? FOLDED_WIDTH : MENU_WIDTH,
              flexShrink: 0,
              borderRight: 1,
              borderColor: "divider",
              displayPrint: "none",
            }}
          >
            <Box
              sx={{
                position: "sticky",
                top: PAGE_HEADER_HEIGHT,
                maxHeight: `calc(100dvh - ${PAGE_HEADER_HEIGHT} - var(--undo-bar, 0px))`,
                overflowY: "auto",
              }}
            >
              <FoldButton isFolded={isFolded} onFold={() => setMenuLook(isFolded ? "wide" : "folded")} />
              <Navigation menu={menu} isFolded={isFolded} />
            </Box>
          </Box>
        )}
        {hasMenu && !wide && (
          <Drawer open={menuOpenAt === visit} onClose={() => setMenuOpenAt(null)}>
            <Box sx={{ width: 264 }}>
              <Navigation menu={menu} />
            </Box>
          </Drawer>
        )}
        <Box component="main" id="main" ref={main} tabIndex={-1} sx={page}>
          {children}
        </Box>
      </Box>
      <ScrollRestoration />
    </>
  );
}

/** Shows that a page is loading. It alone renders when that begins and ends. */
function PageProgress() {
  const t = useT();
  const { state } = useNavigation();
  if (state !== "loading") return null;
  return (
    <LinearProgress
      aria-label={t("console.loading")}
      sx={{ position: "fixed", inset: "0 0 auto", zIndex: 2000, height: 3, displayPrint: "none" }}
    />
  );
}

/** Collapses the menu to its icons, to give the page more space. */
function FoldButton({ isFolded, onFold }: { isFolded: boolean; onFold: () => void }) {
  const t = useT();
  const label = t(isFolded ? "console.unfold_menu" : "console.fold_menu");
  return (
    <Box sx={{ display: "flex", justifyContent: isFolded ? "center" : "flex-end", pt: 0.5, px: 0.5 }}>
      <IconButton size="small" aria-label={label} aria-expanded={!isFolded} title={label} onClick={onFold}>
        {isFolded ? <KeyboardDoubleArrowRightIcon /> : <KeyboardDoubleArrowLeftIcon />}
      </IconButton>
    </Box>
  );
}

const page = {
  flex: 1,
  minWidth: 0,
  p: { xs: 2, md: 3 },
  // The last rows can be scrolled to above the offer to undo.
  pb: { xs: "calc(16px + var(--undo-bar, 0px))", md: "calc(24px + var(--undo-bar, 0px))" },
  outline: "none !important",
  "@media print": { p: 0 },
} as const;

const skipLink = {
  position: "absolute",
  left: 8,
  top: -60,
  zIndex: 2100,
  px: 2,
  py: 1,
  bgcolor: "primary.main",
  color: "primary.contrastText",
  borderRadius: 1,
  "&:focus": { top: 8 },
} as const;
