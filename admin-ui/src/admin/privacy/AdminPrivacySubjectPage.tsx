import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { phoneText } from "@seki/shared/phone";
import { send } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useInstant, usePageData } from "@/admin/navigation";
import { JustificationDialog } from "@/console/security";
import { AppLink, Facts, PageTitle } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";
import { ErasureDialog } from "./ErasureDialog";

/** The stored data of a person, with the export and the erasure. */
export default function AdminPrivacySubjectPage() {
  const t = useT();
  const { person, holdings, obstacles, can_export, can_erase } = usePageData<"admin_privacy_subject">();
  const [isErasing, setErasing] = useState(false);
  const [isExporting, setExporting] = useState(false);
  return (
    <Box sx={{ maxWidth: 1080, display: "grid", gap: 3, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <PageTitle
        title={person.name || t("privacy.no_name")}
        actions={
          <>
            {can_export && (
              <Button variant="outlined" onClick={() => setExporting(true)}>
                {t("privacy.export")}
              </Button>
            )}
            {can_erase && (
              <Button variant="outlined" color="error" disabled={obstacles.length > 0} onClick={() => setErasing(true)}>
                {t("privacy.erase")}
              </Button>
            )}
          </>
        }
      />
      {can_erase && obstacles.length > 0 && <Obstacles obstacles={obstacles} />}
      <Person person={person} />
      <Box component="section" sx={{ display: "grid", gap: 1, gridTemplateColumns: "minmax(0, 1fr)" }}>
        <Typography variant="h2">{t("privacy.holdings")}</Typography>
        <Holdings holdings={holdings} />
      </Box>
      {isErasing && <ErasureDialog person={person} onClose={() => setErasing(false)} />}
      {isExporting && (
        <JustificationDialog
          title={t("privacy.export")}
          text={t("privacy.export_text", { name: person.name || t("privacy.no_name") })}
          agree={t("privacy.export")}
          onClose={() => setExporting(false)}
          onConfirm={async (body) => {
            const path = { kind: person.kind, uid: person.uid };
            const file = await send("POST", "/admin/privacy/{kind}/{uid}/export", { path, body });
            saveFile(`seki-${person.kind}-${person.uid}.json`, file);
            setExporting(false);
          }}
        />
      )}
    </Box>
  );
}

/** Saves a JSON file among the downloads. */
function saveFile(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

function Obstacles({ obstacles }: { obstacles: readonly Schemas["ErasureObstacle"][] }) {
  const t = useT();
  return (
    <Alert severity="warning">
      <Typography sx={{ fontWeight: 700 }}>{t("privacy.obstacles")}</Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {obstacles.map(({ kind, text, records }) => (
          <li key={kind}>
            {text}
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {records.map(({ label, action, path }) => (
                <li key={label}>
                  {path === null ? label : <AppLink to={path}>{label}</AppLink>}: {action}
                </li>
              ))}
            </Box>
          </li>
        ))}
      </Box>
    </Alert>
  );
}

function Person({ person }: { person: Schemas["PrivacyPerson"] }) {
  const t = useT();
  const instant = useInstant();
  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
      <Facts
        facts={[
          [t("privacy.who"), t(`privacy.kind.${person.kind}`)],
          [t("privacy.restaurant"), person.restaurant_name],
          [
            t("privacy.contact"),
            [person.phone && phoneText(person.phone), person.email].filter((part) => part !== null).join("\n"),
          ],
          [t("privacy.uid"), person.uid],
          [t("privacy.created"), instant(person.created_at)],
          [t("privacy.erased"), person.erased_at !== null && t("privacy.erased_at", { at: instant(person.erased_at) })],
        ]}
      />
    </Paper>
  );
}

function Holdings({ holdings }: { holdings: readonly Schemas["Holding"][] }) {
  const t = useT();
  return (
    <RowTable
      isNamed
      below="md"
      label={t("privacy.holdings")}
      rows={holdings}
      keyOf={({ table }) => table}
      empty={t("user.none")}
      columns={[
        {
          label: t("privacy.table_label"),
          cell: ({ table }) => t(`privacy.table.${table as "users"}`, { _: table }),
        },
        { label: t("privacy.rows"), cell: ({ rows }) => rows, align: "right", isWhole: true },
        { label: t("privacy.fate_label"), cell: ({ fate }) => t(`privacy.fate.${fate}`) },
      ]}
    />
  );
}
