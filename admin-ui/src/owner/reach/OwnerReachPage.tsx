import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { send, showFlash } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { PageTitle, useNoticedWrite } from "@/console/ui";
import { Writers } from "../rights";
import { WidgetLines } from "./WidgetLines";

/** Shows how guests find the restaurant elsewhere. */
export default function OwnerReachPage() {
  const t = useT();
  const { data, session } = usePage<"owner_reach">();
  return (
    <>
      <PageTitle title={t("menu.reach")} />
      <Box sx={{ display: "grid", gap: 4, maxWidth: 760 }}>
        <WidgetLines />
        <FeedForm key={`${session.restaurant.slug} ${String(data.reach.is_in_availability_feed)}`} />
      </Box>
    </>
  );
}

function FeedForm() {
  const t = useT();
  const { data, session, reload } = usePage<"owner_reach">();
  const { is_in_availability_feed, is_public } = data.reach;
  const { busy, write } = useNoticedWrite();
  const [wanted, setWanted] = useState(is_in_availability_feed);
  const save = async () => {
    const call = { path: { slug: session.restaurant.slug }, body: { reach: { is_in_availability_feed: wanted } } };
    if (!(await write(() => send("PATCH", "/owners/api/reach/{slug}", call)))) return;
    showFlash({ kind: "notice", message: t(wanted ? "reach.feed_on" : "reach.feed_off"), sticky: false });
    await reload();
  };
  return (
    <Paper
      variant="outlined"
      component="form"
      aria-labelledby="feed"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      sx={{ p: { xs: 2, sm: 3 }, display: "grid", gap: 2, justifyItems: "start" }}
    >
      <Typography variant="h2" id="feed">
        {t("reach.feed")}
      </Typography>
      <Typography>{t("reach.feed_lead")}</Typography>
      <Typography color="text.secondary">{t("reach.feed_what")}</Typography>
      {!is_public && <Typography>{t("reach.feed_hidden")}</Typography>}
      <FormControlLabel
        control={<Switch checked={wanted} onChange={(event) => setWanted(event.target.checked)} />}
        label={t("reach.feed_switch")}
      />
      {is_in_availability_feed && is_public && (
        <Link href={data.feed_url} target="_blank" rel="noreferrer" sx={{ overflowWrap: "anywhere" }}>
          {t("reach.feed_preview")}
        </Link>
      )}
      <Writers of="office">
        <Button type="submit" variant="contained" loading={busy}>
          {t("console.save")}
        </Button>
      </Writers>
    </Paper>
  );
}
