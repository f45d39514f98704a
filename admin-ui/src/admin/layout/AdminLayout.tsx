import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useShell } from "@/console/api";
import { Brand, Frame, LanguageSwitcher } from "@/console/frame";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { menuOf } from "./menu";

/** The frame of an admin's pages; from it an admin who is at a restaurant goes back to the owners' pages. */
export function AdminLayout() {
  const t = useT();
  const { session, admin } = useShell();
  const tools = (
    <>
      <Box sx={{ display: { sm: "none" } }}>
        <LanguageSwitcher />
      </Box>
      {session && (
        <Button color="inherit" href={paths.owners}>
          {t("frame.to_restaurant", { name: session.restaurant.restaurant_name })}
        </Button>
      )}
    </>
  );
  return <Frame header={{ start: <Brand home={null} />, tools }} menu={admin ? menuOf(admin, t) : []} />;
}
