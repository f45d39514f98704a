import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Typography from "@mui/material/Typography";
import { Link, useLocation } from "react-router";
import { useSession } from "@/api";
import { useT } from "@/i18n/use-t";
import { isUnder, menuOf } from "./menu";

export function Navigation() {
  const t = useT();
  const session = useSession();
  const { pathname } = useLocation();
  return (
    <Box component="nav" aria-label={t("menu.main")} sx={{ py: 1 }}>
      {menuOf(session).map(({ label, entries }) => (
        <Box key={label ?? "home"} sx={{ mb: 0.5 }}>
          {label && (
            <Typography id={label} color="text.secondary" sx={{ px: 2, pt: 1, fontSize: "0.75rem" }}>
              {t(label)}
            </Typography>
          )}
          <List disablePadding aria-labelledby={label ?? undefined}>
            {entries.map((entry) => {
              const here = isUnder(pathname, entry.under);
              return (
                <ListItem key={entry.label} disablePadding>
                  <ListItemButton
                    component={Link}
                    to={entry.to}
                    selected={here}
                    aria-current={here ? "page" : undefined}
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
                      primary={t(entry.label)}
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
}
