import { useState } from "react";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useRevalidator } from "react-router";
import { send, showFlash } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { usePageData, useSlug } from "@/admin/navigation";
import { PageTitle, useNoticedWrite } from "@/console/ui";

/** The named switches of a restaurant. Each is saved when it is changed (admin §2, §4). */
export default function AdminFeaturesPage() {
  const t = useT();
  const { id, flags } = usePageData<"admin_features">();
  return (
    <>
      <PageTitle title={t("features.title")} />
      <Typography sx={{ mb: 2 }}>{t("features.lead")}</Typography>
      <Paper variant="outlined" sx={{ maxWidth: 640 }}>
        {flags.map((flag) => (
          <FeatureSwitch key={flag.name} id={id} flag={flag} />
        ))}
      </Paper>
    </>
  );
}

function FeatureSwitch({ id, flag }: { id: number; flag: Schemas["FeatureFlag"] }) {
  const { name } = flag;
  const t = useT();
  const slug = useSlug();
  const { revalidate } = useRevalidator();
  const { busy, write } = useNoticedWrite({ words: () => t("features.update_failed") });
  // Shows the requested state until the server returns its state, which is another object.
  const [wanted, setWanted] = useState<{ on: boolean; inPlaceOf: typeof flag } | null>(null);
  const isOn = wanted?.inPlaceOf === flag ? wanted.on : flag.is_on;
  const turn = async (on: boolean) => {
    setWanted({ on, inPlaceOf: flag });
    const call = { path: { slug, id }, body: { restaurant_feature_availability: { [name]: on } } };
    const done = await write(() => send("PUT", "/admin/api/r/{slug}/restaurant_feature_availabilities/{id}", call));
    if (done) showFlash({ kind: "notice", message: t("features.updated"), sticky: false });
    else setWanted(null);
    await revalidate();
  };
  return (
    <Box
      sx={{
        display: "flex",
        alignItems: "center",
        justifyContent: "space-between",
        gap: 2,
        px: 2,
        py: 0.5,
        "& + &": { borderTop: 1, borderColor: "divider" },
      }}
    >
      <FormControlLabel
        control={<Switch checked={isOn} disabled={busy} onChange={(_, on) => void turn(on)} />}
        label={t(`features.name.${name}`)}
      />
      <Typography color={isOn ? "success.main" : "text.secondary"} sx={{ whiteSpace: "nowrap" }} aria-hidden>
        {t(isOn ? "features.enabled" : "features.disabled")}
      </Typography>
    </Box>
  );
}
