import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { plainDate } from "@/console/i18n/page-language";
import { send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { withHyphens } from "@seki/shared/phone";
import { useAsk, useNoticedWrite } from "@/console/ui";
import { Writers } from "../rights";
import { namesOf } from "./model/merge";

type Merge = Schemas["CustomerMerge"];

interface Props {
  merges: readonly Merge[];
  /** Uid of the customer of the page. */
  primary: string;
  onChanged: () => Promise<void>;
}

/** Lists the records that were merged into this one, with a button that unmerges each. */
export function MergedRecords({ merges, primary, onChanged }: Props) {
  const t = useT();
  if (merges.length === 0) return null;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby="merged-records"
      sx={{ p: 2, display: "grid", gap: 1.5 }}
    >
      <Typography id="merged-records" variant="h2">
        {t("customer.merges.title")}
      </Typography>
      <Box component="ul" sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 1.5 }}>
        {merges.map((merge) => (
          <MergedRecord key={merge.id} merge={merge} primary={primary} onChanged={onChanged} />
        ))}
      </Box>
    </Paper>
  );
}

function MergedRecord({ merge, primary, onChanged }: { merge: Merge } & Omit<Props, "merges">) {
  const t = useT();
  const ask = useAsk();
  const { busy, write } = useNoticedWrite();
  const names = namesOf(
    merge.customers.map(({ name }) => name),
    {
      named: (name) => t("customer_merge.named", { name }),
      others: (first, count) => t("customer_merge.others", { names: first, count }),
      separator: t("customer_merge.separator"),
    },
  );
  const undo = async () => {
    const text = t("customer.merges.ask", { names, primary });
    const agree = t("customer.merges.undo");
    if (!(await ask({ title: t("customer.merges.ask_title"), text, agree, danger: true }))) return;
    await write(async () => {
      const { message } = await send("DELETE", "/owners/api/offline_customer_merges/{id}", { path: { id: merge.id } });
      showFlash({ kind: "notice", message, sticky: false });
      await onChanged();
    });
  };
  return (
    <Box component="li" sx={{ display: "grid", gap: 0.5, justifyItems: "start", overflowWrap: "anywhere" }}>
      {merge.customers.map(({ name, phone, type }, index) => (
        <Typography key={index} variant="body2">
          {[name, t(`customers.types.${type}`), withHyphens(phone)].filter((part) => part !== "").join(" / ")}
        </Typography>
      ))}
      <Typography variant="body2" color="text.secondary">
        {t("customer.merges.when", {
          date: plainDate(merge.merged_at),
          count: merge.reservations_count,
        })}
      </Typography>
      <Writers of="floor">
        <Button
          size="small"
          variant="outlined"
          loading={busy}
          aria-label={t("customer.merges.undo_of", { names })}
          onClick={() => void undo()}
        >
          {t("customer.merges.undo")}
        </Button>
      </Writers>
    </Box>
  );
}
