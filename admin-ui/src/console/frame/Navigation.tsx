import { memo, useId } from "react";
import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Typography from "@mui/material/Typography";
import { Link, useLocation } from "react-router";
import { useT } from "@/console/i18n/use-t";
import { visuallyHidden } from "@/console/ui/visually-hidden";
import { isAt } from "./menu";
import type { MenuGroup } from "./menu";

/** Scrolls a long menu to the entry of the page. */
function scrollTo(entry: HTMLElement | null): void {
  entry?.scrollIntoView?.({ block: "nearest" });
}

const FROM_TOP = { _scrollToTop: true };

interface Props {
  menu: MenuGroup[];
  /** Shows only the icons; screen readers still read the labels. */
  isFolded?: boolean;
}

export const Navigation = memo(function Navigation({ menu, isFolded = false }: Props) {
  const t = useT();
  const id = useId();
  const { pathname } = useLocation();
  return (
    <Box component="nav" aria-label={t("console.main_menu")} sx={{ py: 1 }}>
      {menu.map(({ label, entries }) => (
        <Box key={label ?? "home"} sx={{ mb: 0.5 }}>
          {label && (
            <Typography
              id={`${id}${label}`}
              color="text.secondary"
              sx={isFolded ? visuallyHidden : { px: 2, pt: 1, fontSize: "0.75rem" }}
            >
              {label}
            </Typography>
          )}
          <List disablePadding aria-labelledby={label === null ? undefined : `${id}${label}`}>
            {entries.map((entry) => {
              const here = isAt(pathname, entry);
              return (
                <ListItem key={entry.label} ref={here ? scrollTo : undefined} disablePadding>
                  <ListItemButton
                    component={Link}
                    to={entry.to}
                    // A list restores its scroll position otherwise.
                    state={FROM_TOP}
                    selected={here}
                    aria-current={here ? "page" : undefined}
                    title={isFolded ? entry.label : undefined}
                    sx={{
                      minHeight: 44,
                      py: 0.25,
                      borderLeft: 3,
                      borderColor: here ? "secondary.main" : "transparent",
                    }}
                  >
                    <ListItemIcon sx={{ minWidth: 34, color: here ? "primary.main" : "text.secondary" }}>
                      <entry.Icon fontSize="small" />
                    </ListItemIcon>
                    <ListItemText
                      primary={entry.label}
                      sx={isFolded ? visuallyHidden : undefined}
                      slotProps={{ primary: { fontSize: "0.9rem", fontWeight: here ? 700 : 400 } }}
                    />
                  </ListItemButton>
                </ListItem>
              );
            })}
          </List>
        </Box>
      ))}
    </Box>
  );
});
