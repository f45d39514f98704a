import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { formatShortInstant } from "@seki/shared/civil-time";
import { Link } from "react-router";
import { send, useShell } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData, useSlug } from "@/admin/navigation";
import { PageTitle, useAsk, useLeaveGuard } from "@/console/ui";
import { SlotFacts } from "./SlotFacts";
import { useSubmit } from "./use-submit";

/** The pane of a gold allocation, next to its slot (admin §2). */
export default function AdminGoldAllocationPage() {
  const t = useT();
  const slug = useSlug();
  const { online_stock_group: slot, gold_allocation } = usePageData<"admin_gold_allocation">();
  return (
    <>
      <PageTitle
        title={t("sections.gold.title")}
        actions={
          <Button component={Link} to={paths.onlineStockGroup(slug, slot.uid)}>
            {t("sections.gold.to_slot")}
          </Button>
        }
      />
      <Box
        sx={{
          display: "grid",
          gap: 3,
          alignItems: "start",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 24rem" },
        }}
      >
        <Box sx={{ order: { xs: 2, lg: 1 } }}>
          <SlotFacts slot={slot} />
        </Box>
        <Paper component="aside" aria-labelledby="pane" variant="outlined" sx={{ p: 2, order: { xs: 1, lg: 2 } }}>
          <Box sx={{ display: "flex", gap: 1, alignItems: "center", mb: 2 }}>
            <Typography id="pane" variant="h2">
              {t("sections.gold.title")}
            </Typography>
            <Chip size="small" color="secondary" label={t("sections.gold.admin_only")} />
          </Box>
          <Pane key={JSON.stringify(gold_allocation)} />
        </Paper>
      </Box>
    </>
  );
}

function Pane() {
  const t = useT();
  const ask = useAsk();
  const slug = useSlug();
  const { locale } = useShell();
  const data = usePageData<"admin_gold_allocation">();
  const { gold_allocation: allocation, gold_rounds, online_stock_group: slot } = data;
  const [round, setRound] = useState(allocation.gold_round_id);
  const listed = allocation.listed_from?.slice(0, 16) ?? "";
  const [listedFrom, setListedFrom] = useState(listed);
  const saved = useLeaveGuard(round !== allocation.gold_round_id || listedFrom !== listed);
  const { busy, problem, fields, submit } = useSubmit();
  const path = { slug, uid: slot.uid, allocation_uid: allocation.uid };
  const save = () =>
    submit(
      () =>
        send("PATCH", "/admin/r/{slug}/online_stock_groups/{uid}/gold_allocations/{allocation_uid}", {
          path,
          body: {
            gold_round_id: round,
            listed_from: listedFrom,
            expected: { gold_round_id: allocation.gold_round_id, listed_from: allocation.listed_from },
          },
        }),
      saved,
    );
  const remove = async () => {
    const question = {
      title: t("sections.gold.ask_remove"),
      text: t("sections.gold.ask_remove_text"),
      agree: t("sections.gold.remove"),
      danger: true,
    };
    if (!(await ask(question))) return;
    await submit(
      () => send("DELETE", "/admin/r/{slug}/online_stock_groups/{uid}/gold_allocations/{allocation_uid}", { path }),
      saved,
    );
  };
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      sx={{ display: "grid", gap: 2 }}
    >
      {problem !== null && (
        <Alert severity="error" role="alert">
          {problem}
        </Alert>
      )}
      <TextField
        select
        label={t("sections.gold.round")}
        value={round}
        onChange={(event) => setRound(Number(event.target.value))}
        error={fields.gold_round_id !== undefined}
        helperText={fields.gold_round_id}
        slotProps={{ select: { native: true } }}
      >
        {gold_rounds.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </TextField>
      <TextField
        type="datetime-local"
        label={t("sections.gold.listed_from")}
        value={listedFrom}
        onChange={(event) => setListedFrom(event.target.value)}
        error={fields.listed_from !== undefined}
        helperText={fields.listed_from ?? t("sections.gold.listed_hint")}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      {allocation.available_as_second_from !== null && (
        <Typography variant="body2" color="text.secondary">
          {t("sections.gold.second_from", { at: formatShortInstant(allocation.available_as_second_from, locale) })}
        </Typography>
      )}
      <Button type="submit" variant="contained" loading={busy}>
        {t("console.save")}
      </Button>
      <Button color="secondary" disabled={busy} onClick={() => void remove()}>
        {t("sections.gold.remove")}
      </Button>
    </Box>
  );
}
