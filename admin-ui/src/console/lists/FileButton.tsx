import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { useListContext, useTranslate } from "ra-core";

interface Props {
  /** Address of the server's file. */
  href: string;
  /** Default: react-admin's text of its export. */
  label?: string;
}

/** Downloads all rows of the filter. The server writes the file, and records the export. */
export function FileButton({ href, label }: Props) {
  const translate = useTranslate();
  const { total = 0 } = useListContext();
  return (
    <Button href={href} download disabled={total === 0} size="small" startIcon={<DownloadIcon />}>
      {label ?? translate("ra.action.export")}
    </Button>
  );
}
