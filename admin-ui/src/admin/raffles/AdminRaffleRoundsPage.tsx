import { useState } from "react";
import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link, useParams, useRevalidator } from "react-router";
import { send, showFlash, useShell } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { PageTitle, useAsk, useNoticedWrite } from "@/console/ui";
import { theirsIn } from "@/console/ui/forms";
import { RaffleDialog } from "./RaffleDialog";
import { RaffleFacts } from "./RaffleFacts";
import { StageChip } from "./StageChip";
import { bodyOf, progressOf, shownTime } from "./model";
import type { RaffleForm, RaffleRound } from "./model";

/** The raffles of a restaurant. A raffle that has opened can no longer be changed. */
export default function AdminRaffleRoundsPage() {
  const t = useT();
  const { raffle_rounds: rounds } = usePageData<"admin_raffle_rounds">();
  const { slug = "" } = useParams();
  const [edited, setEdited] = useState<RaffleRound | "new" | null>(null);
  const { busy, save, remove } = useRaffles(slug);
  const current = (shown: RaffleRound) => rounds.find(({ uid }) => uid === shown.uid) ?? shown;
  return (
    <>
      <PageTitle
        title={t("raffles.title")}
        actions={
          <Button startIcon={<AddIcon />} variant="contained" onClick={() => setEdited("new")}>
            {t("raffles.add")}
          </Button>
        }
      />
      {rounds.length === 0 && <Typography>{t("raffles.none")}</Typography>}
      <Box
        component="ul"
        aria-label={t("raffles.title")}
        sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 1.5 }}
      >
        {rounds.map((round) => (
          <RaffleItem
            key={round.uid}
            slug={slug}
            round={round}
            onEdit={() => setEdited(round)}
            onRemove={() => void remove(round)}
          />
        ))}
      </Box>
      {edited !== null && (
        <RaffleDialog
          round={edited === "new" ? null : edited}
          busy={busy}
          onClose={() => setEdited(null)}
          onSave={(form) =>
            void save(edited === "new" ? null : current(edited), form).then((saved) => saved && setEdited(null))
          }
        />
      )}
    </>
  );
}

/** Writes to the raffles of a restaurant, and reloads the page. */
function useRaffles(slug: string) {
  const t = useT();
  const { locale } = useShell();
  const ask = useAsk();
  const { revalidate } = useRevalidator();
  const { busy, write } = useNoticedWrite();
  const change = async (shown: RaffleRound, form: RaffleForm) => {
    const { registerable_from, registerable_till, winners_count, entries_limit, questions } = shown;
    const expected = { registerable_from, registerable_till, winners_count, entries_limit, questions };
    const call = { path: { slug, uid: shown.uid }, body: { ...bodyOf(form), expected } };
    try {
      return await send("PATCH", "/admin/r/{slug}/raffle_rounds/{uid}", call);
    } catch (error) {
      // The typed fields stay, and the next attempt replaces the ones that are read now.
      if (theirsIn(error) !== null) await revalidate();
      throw error;
    }
  };
  const put = async (call: () => Promise<unknown>, message?: string) => {
    const done = await write(call);
    if (done && message !== undefined) showFlash({ kind: "notice", message, sticky: false });
    if (done) await revalidate();
    return done;
  };
  return {
    busy,
    save: (shown: RaffleRound | null, form: RaffleForm) =>
      put(() =>
        shown === null
          ? send("POST", "/admin/r/{slug}/raffle_rounds", { path: { slug }, body: bodyOf(form) })
          : change(shown, form),
      ),
    remove: async ({ uid, registerable_from }: RaffleRound) => {
      const title = t("raffles.remove_ask", { from: shownTime(registerable_from, locale) });
      if (!(await ask({ title, agree: t("raffles.remove"), danger: true }))) return;
      const call = () => send("DELETE", "/admin/r/{slug}/raffle_rounds/{uid}", { path: { slug, uid } });
      await put(call, t("raffles.removed"));
    },
  };
}

interface ItemProps {
  slug: string;
  round: RaffleRound;
  onEdit: () => void;
  onRemove: () => void;
}

function RaffleItem({ slug, round, onEdit, onRemove }: ItemProps) {
  const t = useT();
  const { locale } = useShell();
  const from = shownTime(round.registerable_from, locale);
  return (
    <Paper component="li" variant="outlined" sx={{ p: 2, display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <StageChip progress={progressOf(round)} />
        <Box sx={{ flex: 1 }} />
        <Button component={Link} to={paths.raffle(slug, round.uid)} aria-label={t("raffles.open_one", { from })}>
          {t("raffles.open")}
        </Button>
        {round.stage === "planned" && (
          <>
            <Button onClick={onEdit} aria-label={t("raffles.edit_one", { from })}>
              {t("raffles.edit")}
            </Button>
            <Button color="secondary" onClick={onRemove} aria-label={t("raffles.remove_one", { from })}>
              {t("raffles.remove")}
            </Button>
          </>
        )}
      </Box>
      <RaffleFacts round={round} />
    </Paper>
  );
}
