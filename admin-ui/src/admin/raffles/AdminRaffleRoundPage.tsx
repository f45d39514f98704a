import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import MuiLink from "@mui/material/Link";
import Pagination from "@mui/material/Pagination";
import PaginationItem from "@mui/material/PaginationItem";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link, useParams, useRevalidator } from "react-router";
import { send, showFlash, useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant, usePageData } from "@/admin/navigation";
import { PageTitle, useNoticedWrite } from "@/console/ui";
import { DrawButton } from "./DrawButton";
import { RaffleFacts } from "./RaffleFacts";
import { WinnerModal } from "./WinnerModal";
import { StageChip } from "./StageChip";
import { progressOf, shownTime } from "./model";
import type { RaffleRound } from "./model";

type Participant = Schemas["RaffleParticipant"];

/** The participants of a raffle, the winners first. */
export default function AdminRaffleRoundPage() {
  const t = useT();
  const { locale } = useShell();
  const { slug = "" } = useParams();
  const page = usePageData<"admin_raffle_round">();
  const { raffle_round: round, registrations, current_page, total_pages } = page;
  const [chosen, setChosen] = useState<Participant | null>(null);
  const { busy, make } = useMakeWinner(() => setChosen(null));
  return (
    <>
      <PageTitle
        title={t("raffles.one", { from: shownTime(round.registerable_from, locale) })}
        actions={
          <Button component={Link} to={paths.raffles(slug)}>
            {t("raffles.back")}
          </Button>
        }
      />
      <RoundPane slug={slug} round={round} isPublished={page.is_published} />
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t("raffles.participants")}
      </Typography>
      {registrations.length === 0 && <Typography>{t("raffles.no_participants")}</Typography>}
      <Box
        component="ul"
        aria-label={t("raffles.participants")}
        sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 1 }}
      >
        {registrations.map((participant) => (
          <ParticipantItem key={participant.id} participant={participant} onMake={() => setChosen(participant)} />
        ))}
      </Box>
      {total_pages > 1 && (
        <Pagination
          aria-label={t("raffles.pages")}
          page={current_page}
          count={total_pages}
          sx={{ mt: 2 }}
          renderItem={(item) => <PaginationItem component={Link} to={`?page=${item.page}`} {...item} />}
        />
      )}
      {chosen !== null && (
        <WinnerModal
          name={chosen.name}
          isEarly={round.stage !== "closed"}
          isBeforeDraw={round.drawn_at === null}
          drawn={round.winners_count}
          busy={busy}
          onMake={(withMail) => void make(chosen.id, withMail)}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}

/** A raffle's facts, its state, and its draw while that is due. */
function RoundPane({ slug, round, isPublished }: { slug: string; round: RaffleRound; isPublished: boolean }) {
  const t = useT();
  const { revalidate } = useRevalidator();
  return (
    <Paper variant="outlined" sx={{ p: 2, mb: 2, display: "grid", gap: 1.5, justifyItems: "start" }}>
      <StageChip progress={progressOf(round)} />
      <Box sx={{ width: 1 }}>
        <RaffleFacts round={round} />
      </Box>
      {round.is_due && <DrawButton slug={slug} uid={round.uid} count={round.winners_count} onEnd={revalidate} />}
      {isPublished && <MuiLink href={paths.raffleProof(round.uid)}>{t("raffles.proof")}</MuiLink>}
    </Paper>
  );
}

/** Adds a winner. The page is reloaded afterwards, also after a rejection (admin §4). */
function useMakeWinner(onEnd: () => void) {
  const { revalidate } = useRevalidator();
  const { busy, write } = useNoticedWrite();
  const make = async (raffle_round_registration_id: number, send_email_to_winner: boolean) => {
    await write(async () => {
      const body = { raffle_round_registration_id, send_email_to_winner };
      const { message } = await send("POST", "/admin/api/raffle_round_registrations", { body });
      showFlash({ kind: "notice", message, sticky: false });
    });
    onEnd();
    await revalidate();
  };
  return { busy, make };
}

function ParticipantItem({ participant, onMake }: { participant: Participant; onMake: () => void }) {
  const t = useT();
  const instant = useInstant();
  const { name, phone_country, entries, created_at, won_at, won_by } = participant;
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ p: 1.5, display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}
    >
      <Box sx={{ flex: 1, minWidth: 180 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
          {name} ({phone_country})
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {t("raffles.registered")} {instant(created_at)}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {t("raffles.entries", { count: entries })}
        </Typography>
      </Box>
      {won_at === null ? (
        <Button variant="outlined" onClick={onMake} aria-label={t("raffles.make_winner_of", { name })}>
          {t("raffles.make_winner")}
        </Button>
      ) : (
        <Typography variant="body2" component="div">
          <Chip size="small" color="primary" label={t(`raffles.won_by.${won_by ?? "draw"}`)} sx={{ mr: 1 }} />
          {t("raffles.won")} {instant(won_at)}
        </Typography>
      )}
    </Paper>
  );
}
