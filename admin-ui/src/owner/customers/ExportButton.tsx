import { useId, useState } from "react";
import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { inWindow } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";

/** Exports a guest's data: all of it as JSON, the reservations as a table. */
export function ExportButton({ uid }: { uid: string }) {
  const t = useT();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const files = [
    { href: paths.customerExport(uid), text: t("customer.export.json") },
    { href: `${paths.customerExport(uid)}.csv`, text: t("customer.export.csv") },
  ];
  return (
    <>
      <Button
        startIcon={<DownloadIcon />}
        variant="outlined"
        aria-haspopup="menu"
        aria-controls={anchor ? id : undefined}
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t("customer.export.button")}
      </Button>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={close}>
        {files.map(({ href, text }) => (
          <MenuItem key={href} component="a" href={inWindow(href)} download onClick={close}>
            {text}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
