import { useId, useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useRevalidator } from "react-router";
import { showFlash, useShell } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { RiskySettingDialog } from "./RiskySettingDialog";
import { nameOf, valueText } from "./words";
import type { Setting } from "./words";

const SCOPES = ["restaurant", "operation", "inventory_group_uid"] as const;

function keyOf({ name, of }: Setting): string {
  return `${name} ${of}`;
}

/** The settings that immediately change bookability or visibility, changed one at a time (admin §2, §5). */
export default function AdminRiskySettingsPage() {
  const t = useT();
  const { settings } = usePageData<"admin_risky_settings">();
  const { revalidate } = useRevalidator();
  const mayChange = useShell().admin?.flags.risky_settings === true;
  const [editedKey, setEditedKey] = useState<string | null>(null);
  // The page is read again after a conflict, and the dialog shows the current value.
  const edited = settings.find((setting) => keyOf(setting) === editedKey);
  const onSaved = () => {
    setEditedKey(null);
    showFlash({ kind: "notice", message: t("risky_settings.updated"), sticky: false });
    void revalidate();
  };
  return (
    <>
      <PageTitle title={t("risky_settings.title")} />
      <Typography sx={{ mb: 2, maxWidth: 760 }}>{t("risky_settings.lead")}</Typography>
      <Box sx={{ display: "grid", gap: 3, maxWidth: 760 }}>
        {SCOPES.map((scope) => (
          <Section
            key={scope}
            title={t(`risky_settings.groups.${scope}`)}
            settings={settings.filter((setting) => setting.scope === scope)}
            onEdit={mayChange ? (setting) => setEditedKey(keyOf(setting)) : null}
          />
        ))}
      </Box>
      {edited !== undefined && (
        <RiskySettingDialog
          setting={edited}
          onClose={() => setEditedKey(null)}
          onOvertaken={() => void revalidate()}
          onSaved={onSaved}
        />
      )}
    </>
  );
}

interface SectionProps {
  title: string;
  settings: Setting[];
  /** Null without the permission to change settings. */
  onEdit: ((setting: Setting) => void) | null;
}

function Section({ title, settings, onEdit }: SectionProps) {
  const t = useT();
  const id = useId();
  if (settings.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Paper variant="outlined">
        {settings.map((setting) => (
          <Box
            key={keyOf(setting)}
            sx={{
              display: "grid",
              gridTemplateColumns: "minmax(0, 1fr) auto",
              gap: 2,
              alignItems: "center",
              px: 2,
              py: 1,
              "& + &": { borderTop: 1, borderColor: "divider" },
            }}
          >
            <div>
              <Typography component="div">{nameOf(setting, t)}</Typography>
              <Typography component="div" sx={{ fontWeight: 700 }}>
                {valueText(setting, setting.value, t)}
              </Typography>
            </div>
            {onEdit !== null && (
              <Button
                variant="outlined"
                size="small"
                aria-label={t("risky_settings.change_of", { name: nameOf(setting, t) })}
                onClick={() => onEdit(setting)}
              >
                {t("risky_settings.change")}
              </Button>
            )}
          </Box>
        ))}
      </Paper>
    </section>
  );
}
