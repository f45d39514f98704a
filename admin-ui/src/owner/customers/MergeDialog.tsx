import { useId, useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { ApiError, send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { PaneSkeleton, useAsk } from "@/console/ui";
import { namesOf } from "./model/merge";

type Candidate = Schemas["OffsiteCustomer"];

interface Props {
  customer: Schemas["CustomerCard"];
  onClose: () => void;
  onMerged: () => void;
}

/** Gathers records of the same person under one customer. */
export function MergeDialog({ customer, onClose, onMerged }: Props) {
  const t = useT();
  const ask = useAsk();
  const titleId = useId();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { data, isPending, isError } = useQuery({
    queryKey: ["only_offsite_customers", customer.id],
    queryFn: ({ signal }) =>
      send("GET", "/owners/api/customers/only_offsite_customers", {
        query: { exclude_customer_id: String(customer.id) },
        signal,
      }),
    staleTime: 0,
  });
  const candidates = data ?? [];

  const merge = async () => {
    const picked = candidates.filter(({ id }) => chosen.has(id));
    const names = namesOf(
      picked.map(({ name }) => name),
      {
        named: (name) => t("customer_merge.named", { name }),
        others: (first, count) => t("customer_merge.others", { names: first, count }),
        separator: t("customer_merge.separator"),
      },
    );
    const text = t("customer_merge.ask", { names, primary: customer.display_fullname });
    if (!(await ask({ title: t("customer_merge.ask_title"), text, danger: true }))) return;
    setBusy(true);
    setProblem(null);
    try {
      const { message } = await send("POST", "/owners/api/offline_customer_merges", {
        body: { primary_customer_id: customer.id, merged_customer_ids: [...chosen] },
      });
      showFlash({ kind: "notice", message, sticky: false });
      onMerged();
    } catch (error) {
      setProblem(error instanceof ApiError && error.problem.error ? error.problem.error : t("customer_merge.failed"));
      setBusy(false);
    }
  };

  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t("customer_merge.title")}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 2 }}>
        <Typography>{t("customer_merge.lead", { name: customer.display_fullname })}</Typography>
        {problem !== null && <Alert severity="error">{problem}</Alert>}
        {isError && <Alert severity="error">{t("customer_merge.fetch_failed")}</Alert>}
        {isPending && <PaneSkeleton />}
        {data && <Candidates candidates={candidates} chosen={chosen} onChoose={setChosen} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {t("console.cancel")}
        </Button>
        <Button variant="contained" loading={busy} disabled={chosen.size === 0} onClick={() => void merge()}>
          {t("customer_merge.submit", { count: chosen.size })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface CandidatesProps {
  candidates: readonly Candidate[];
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
}

const textOf = ({ name, phone, email }: Candidate) => `${name} ${phone} ${email ?? ""}`.normalize("NFKC").toLowerCase();

function Candidates({ candidates, chosen, onChoose }: CandidatesProps) {
  const t = useT();
  const [words, setWords] = useState("");
  if (candidates.length === 0) return <Typography color="text.secondary">{t("customer_merge.none")}</Typography>;
  const wanted = words.normalize("NFKC").trim().toLowerCase();
  const shown = candidates.filter((candidate) => textOf(candidate).includes(wanted));
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <>
      <TextField
        size="small"
        label={t("customer_merge.search")}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Box sx={{ maxHeight: 400, overflowY: "auto", border: 1, borderColor: "divider" }}>
        <List dense disablePadding aria-label={t("customer_merge.list")}>
          {shown.map((candidate) => (
            <ListItem key={candidate.id} divider sx={{ py: 0 }}>
              <FormControlLabel
                sx={{ flex: 1, m: 0 }}
                control={
                  <Checkbox edge="start" checked={chosen.has(candidate.id)} onChange={() => toggle(candidate.id)} />
                }
                label={
                  <ListItemText
                    primary={candidate.name}
                    secondary={[
                      t(`customers.types.${candidate.type}`),
                      candidate.phone || t("customer_merge.no_phone"),
                      candidate.email,
                      candidate.groupName,
                      candidate.createdAt.slice(0, 10).replaceAll("-", "/"),
                    ]
                      .filter(Boolean)
                      .join(" ・ ")}
                  />
                }
              />
            </ListItem>
          ))}
        </List>
      </Box>
    </>
  );
}
