import { useDeferredValue, useId, useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { plainDate } from "@/console/i18n/page-language";
import { ApiError, send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { withHyphens } from "@seki/shared/phone";
import { Dialog, PaneSkeleton, useAsk, useWrite } from "@/console/ui";
import { namesOf } from "./model/merge";

type Candidate = Schemas["OffsiteCustomer"];

/** Candidates of a page from the server. */
const PAGE = 50;

interface Props {
  customer: Schemas["CustomerCard"];
  onClose: () => void;
  onMerged: () => void;
}

/** Merges records of the same person into one customer. */
export function MergeDialog({ customer, onClose, onMerged }: Props) {
  const t = useT();
  const ask = useAsk();
  const titleId = useId();
  // Chosen candidates stay chosen during another search.
  const [chosen, setChosen] = useState<ReadonlyMap<number, Candidate>>(new Map());
  const { busy, problem, write } = useWrite({
    words: (error) => (error instanceof ApiError && error.problem.error) || t("customer_merge.failed"),
  });
  const [words, setWords] = useState("");
  const keywords = useDeferredValue(words.trim());
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["only_offsite_customers", customer.id, keywords],
    queryFn: ({ pageParam, signal }) =>
      send("GET", "/owners/api/customers/only_offsite_customers", {
        query: { exclude_customer_id: String(customer.id), keywords, page: String(pageParam) },
        signal,
      }),
    initialPageParam: 1,
    // A page that is not full is the last one.
    getNextPageParam: (last, pages) => (last.length < PAGE ? undefined : pages.length + 1),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  const merge = async () => {
    const names = namesOf(
      [...chosen.values()].map(({ name }) => name),
      {
        named: (name) => t("customer_merge.named", { name }),
        others: (first, count) => t("customer_merge.others", { names: first, count }),
        separator: t("customer_merge.separator"),
      },
    );
    const text = t("customer_merge.ask", { names, primary: customer.display_fullname });
    const agree = t("customer_merge.agree");
    if (!(await ask({ title: t("customer_merge.ask_title"), text, agree, danger: true }))) return;
    await write(async () => {
      const { message } = await send("POST", "/owners/api/offline_customer_merges", {
        body: { primary_customer_id: customer.id, merged_customer_ids: [...chosen.keys()] },
      });
      showFlash({ kind: "notice", message, sticky: false });
      onMerged();
    });
  };

  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t("customer_merge.title")}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 2 }}>
        <Typography>{t("customer_merge.lead", { name: customer.display_fullname })}</Typography>
        {problem !== null && <Alert severity="error">{problem}</Alert>}
        {isError && <Alert severity="error">{t("customer_merge.fetch_failed")}</Alert>}
        {isPending && <PaneSkeleton />}
        {data && (
          <TextField
            size="small"
            label={t("customer_merge.search")}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
        {data && <Candidates candidates={data.pages.flat()} chosen={chosen} onChoose={setChosen} />}
        {hasNextPage && (
          <Button onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
            {t("customer_merge.more")}
          </Button>
        )}
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
  chosen: ReadonlyMap<number, Candidate>;
  onChoose: (chosen: ReadonlyMap<number, Candidate>) => void;
}

function Candidates({ candidates, chosen, onChoose }: CandidatesProps) {
  const t = useT();
  if (candidates.length === 0) return <Typography color="text.secondary">{t("customer_merge.none")}</Typography>;
  const toggle = (candidate: Candidate) => {
    const next = new Map(chosen);
    if (!next.delete(candidate.id)) next.set(candidate.id, candidate);
    onChoose(next);
  };
  return (
    <Box sx={{ maxHeight: 400, overflowY: "auto", border: 1, borderColor: "divider" }}>
      <List dense disablePadding aria-label={t("customer_merge.list")}>
        {candidates.map((candidate) => (
          <ListItem key={candidate.id} divider sx={{ py: 0 }}>
            <FormControlLabel
              sx={{ flex: 1, m: 0 }}
              control={<Checkbox edge="start" checked={chosen.has(candidate.id)} onChange={() => toggle(candidate)} />}
              label={
                <ListItemText
                  sx={{ overflowWrap: "anywhere" }}
                  primary={candidate.name}
                  secondary={[
                    candidate.isLikely && t("customer_merge.likely"),
                    t(`customers.types.${candidate.type}`),
                    withHyphens(candidate.phone) || t("customer_merge.no_phone"),
                    candidate.email,
                    candidate.groupName,
                    plainDate(candidate.createdAt),
                  ]
                    .filter(Boolean)
                    .join(" / ")}
                />
              }
            />
          </ListItem>
        ))}
      </List>
    </Box>
  );
}
