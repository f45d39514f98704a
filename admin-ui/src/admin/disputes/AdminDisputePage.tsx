import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useRevalidator } from "react-router";
import { send, showFlash } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant, usePageData } from "@/admin/navigation";
import { AppLink, Facts, PageTitle, useAsk, useNoticedWrite } from "@/console/ui";
import { Deadline } from "./Deadline";
import { NoteForm } from "./NoteForm";

type Dispute = Schemas["AdminDispute"];

/** A dispute with the evidence for the bank, which can be printed or downloaded. */
export default function AdminDisputePage() {
  const t = useT();
  const { dispute, evidence } = usePageData<"admin_dispute">();
  return (
    <>
      <PageTitle
        title={`${t("disputes.one")} ${dispute.id}`}
        actions={
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, "@media print": { display: "none" } }}>
            {evidence !== null && (
              <Button component="a" href={paths.disputeEvidence(dispute.id)} download>
                {t("disputes.download")}
              </Button>
            )}
            <Button onClick={() => window.print()}>{t("disputes.print")}</Button>
          </Box>
        }
      />
      {dispute.stage === "needs_response" && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t(dispute.is_inquiry ? "disputes.inquiry_hint" : "disputes.answer_hint")}
        </Alert>
      )}
      {dispute.is_refund_deferred && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t("disputes.refund_deferred")}
        </Alert>
      )}
      <About dispute={dispute} isAllowed={evidence !== null} />
      <Box sx={{ mt: 3, display: "grid", gap: 2 }}>
        {evidence?.map((section) => (
          <Paper
            key={section.title}
            component="section"
            variant="outlined"
            aria-label={section.title}
            sx={{ p: { xs: 2, sm: 3 }, display: "grid", gap: 2, breakInside: "avoid" }}
          >
            <Typography variant="h2">{section.title}</Typography>
            <Lines lines={section.lines} />
          </Paper>
        ))}
      </Box>
    </>
  );
}

/** The facts of a dispute. Only an admin with the permission may answer it (`isAllowed`). */
function About({ dispute, isAllowed }: { dispute: Dispute; isAllowed: boolean }) {
  const t = useT();
  const instant = useInstant();
  const isWaiting = dispute.stage === "needs_response" || dispute.stage === "under_review";
  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, display: "grid", gap: 2 }}>
      <Facts
        facts={[
          [t("disputes.stage"), dispute.stage_label],
          [t("disputes.due"), <Deadline key="due" dispute={dispute} />],
          [t("disputes.amount"), yen(dispute.amount)],
          [t("disputes.payment"), dispute.payment_label],
          [t("disputes.reason"), dispute.reason_label],
          [t("disputes.opened"), instant(dispute.opened_at)],
          [t("disputes.borne_by"), dispute.borne_by !== null && t(`disputes.bearer.${dispute.borne_by}`)],
          [
            t("disputes.customer"),
            <AppLink key="user" to={paths.user(dispute.user_uid)}>
              {t("disputes.open_customer")}
            </AppLink>,
          ],
          [
            t("disputes.reservation"),
            dispute.reservation_uid !== null && (
              <AppLink key="reservation" to={paths.charges(dispute.reservation_uid)}>
                {dispute.reservation_code}
              </AppLink>
            ),
          ],
          [
            t("disputes.restaurant"),
            dispute.restaurant_slug !== null && (
              <AppLink key="restaurant" to={paths.restaurant(dispute.restaurant_slug)}>
                {dispute.restaurant_name}
              </AppLink>
            ),
          ],
        ]}
      />
      <Box sx={{ display: "grid", gap: 2, "@media print": { display: "none" } }}>
        {isWaiting && isAllowed && <Answer dispute={dispute} />}
        <NoteForm key={dispute.note} dispute={dispute} />
      </Box>
    </Paper>
  );
}

/** Marks the dispute as answered, after its evidence was submitted in the provider's dashboard. */
function Answer({ dispute }: { dispute: Dispute }) {
  const t = useT();
  const ask = useAsk();
  const { revalidate } = useRevalidator();
  const { busy, write } = useNoticedWrite();
  const isAnswered = dispute.answered_at !== null;
  const change = async () => {
    const question = isAnswered ? "disputes.ask_reopen" : "disputes.ask_answered";
    const agree = t(isAnswered ? "disputes.reopen" : "disputes.answered");
    if (!(await ask({ title: t(question), text: t(`${question}_text`), agree }))) return;
    await write(async () => {
      const path = "/admin/disputes/{id}/answer" as const;
      const { message } = await send(isAnswered ? "DELETE" : "POST", path, { path: { id: dispute.id } });
      if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
    });
    await revalidate();
  };
  return (
    <Box>
      <Button variant={isAnswered ? "outlined" : "contained"} disabled={busy} onClick={() => void change()}>
        {t(isAnswered ? "disputes.reopen" : "disputes.answered")}
      </Button>
    </Box>
  );
}

/** Lines of label and text. Labels repeat: several actions may have one time. */
function Lines({ lines }: { lines: Schemas["EvidenceSection"]["lines"] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "1fr", sm: "minmax(10rem, max-content) minmax(0, 1fr)" },
        columnGap: 2,
        rowGap: 1,
        m: 0,
        fontSize: "0.9rem",
        "& dt": { color: "text.secondary" },
        "& dd": { m: 0, overflowWrap: "anywhere", whiteSpace: "pre-line" },
      }}
    >
      {lines.map(({ label, text }, place) => (
        // Lines have no other key, and never change their order.
        <Box key={`${place} ${label}`} sx={{ display: "contents" }}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </Box>
      ))}
    </Box>
  );
}
