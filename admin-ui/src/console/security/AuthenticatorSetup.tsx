import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import type { Schemas } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import { FieldsForm } from "./FieldsForm";

interface Props {
  enrolment: Schemas["EnrolmentView"];
  onCode: (code: string) => Promise<void>;
  onCancel?: () => void;
}

/** The QR code and key of a new app, and the field for its first code. */
export function AuthenticatorSetup({ enrolment: { uri, qr_path, qr_size, secret }, onCode, onCancel }: Props) {
  const t = useT();
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Typography>{t("security.scan")}</Typography>
      <Box
        component="svg"
        role="img"
        aria-label={t("security.qr")}
        viewBox={`0 0 ${qr_size} ${qr_size}`}
        sx={{ width: 220, maxWidth: "100%", bgcolor: "#fff" }}
      >
        <path d={qr_path} fill="#000" shapeRendering="crispEdges" />
      </Box>
      <Typography sx={{ overflowWrap: "anywhere" }}>
        {t("security.key")}: <code>{secret}</code>
      </Typography>
      <Link href={uri}>{t("security.open_app")}</Link>
      <FieldsForm
        fields={[{ name: "code", label: t("security.code"), autoComplete: "one-time-code" }]}
        submit={t("security.verify")}
        takesFocus
        {...(onCancel ? { onCancel } : {})}
        onSubmit={({ code = "" }) => onCode(code)}
      />
    </Box>
  );
}
