import type { ReactNode } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { useT } from "@/owner/i18n/use-t";
import { PageTitle } from "@/console/ui";
import { AnnouncementFacts } from "./AnnouncementFacts";
import type { Announcement, SubjectType } from "./model";

interface Props {
  title: string;
  lead: string;
  announcement: Announcement;
  problem: string | null;
  back: string;
  submit: ReactNode;
}

/** Shows an announcement before it is sent. */
export function Review({ title, lead, announcement, problem, back, submit }: Props) {
  const t = useT();
  return (
    <>
      <PageTitle title={title} />
      <Box sx={{ display: "grid", gap: 2, maxWidth: 760 }}>
        {problem !== null && <Alert severity="error">{problem}</Alert>}
        <Typography>{lead}</Typography>
        <Paper variant="outlined" sx={{ p: 2, display: "grid", gap: 2 }}>
          <Typography variant="h3" component="h2">
            {t(`announcements.subjects.${announcement.subject_type as SubjectType}`)}
          </Typography>
          <Typography
            role="region"
            aria-label={t("announcement_confirm.preview")}
            sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}
          >
            {announcement.body}
          </Typography>
          <AnnouncementFacts announcement={announcement} />
        </Paper>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, justifyContent: "flex-end" }}>
          <Button component={Link} to={back}>
            {t("announcement_confirm.back")}
          </Button>
          {submit}
        </Box>
      </Box>
    </>
  );
}
