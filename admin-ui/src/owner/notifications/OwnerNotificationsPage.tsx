import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import List from "@mui/material/List";
import Pagination from "@mui/material/Pagination";
import PaginationItem from "@mui/material/PaginationItem";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { PageTitle } from "@/console/ui";
import { NotificationLine } from "./NotificationLine";
import { POPUPS } from "./reasons";

/** Lists all notifications of one type, newest first. */
export default function OwnerNotificationsPage() {
  const t = useT();
  const { data, reload } = usePage<"owner_notifications">();
  const { mode, notifications, current_page, total_pages } = data;
  return (
    <>
      <PageTitle title={t("notifications.title")} />
      <Box component="nav" aria-label={t("notifications.title")} sx={{ display: "flex", gap: 1, mb: 2 }}>
        {POPUPS.map((popup) => (
          <Button
            key={popup}
            component={Link}
            to={paths.notifications(popup)}
            variant={popup === mode ? "contained" : "outlined"}
            aria-current={popup === mode ? "page" : undefined}
          >
            {t(`notifications.type.${popup}`)}
          </Button>
        ))}
      </Box>
      {notifications.length === 0 ? (
        <Typography color="text.secondary">{t("notifications.empty")}</Typography>
      ) : (
        <Paper variant="outlined">
          <List disablePadding>
            {notifications.map((notification) => (
              <NotificationLine key={notification.id} notification={notification} onChanged={() => void reload()} />
            ))}
          </List>
        </Paper>
      )}
      {total_pages > 1 && (
        <Pagination
          sx={{ mt: 2 }}
          page={current_page}
          count={total_pages}
          renderItem={(item) => (
            <PaginationItem component={Link} to={`${paths.notifications(mode)}&page=${item.page ?? 1}`} {...item} />
          )}
        />
      )}
    </>
  );
}
