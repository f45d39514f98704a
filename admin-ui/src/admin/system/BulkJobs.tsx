import DeleteIcon from "@mui/icons-material/Delete";
import ReplayIcon from "@mui/icons-material/Replay";
import { useDeleteMany, useListContext, useUpdateMany } from "ra-core";
import { Button } from "react-admin";
import { useRevalidator } from "react-router";
import { showFlash } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { errorText, useAsk } from "@/console/ui";
import { DEAD_LETTERS } from "./job-list";
import type { ListedJob } from "./job-list";

/** Retries the selected dead letters, or discards them after a question: neither has an inverse. */
export function BulkJobs() {
  const t = useT();
  const ask = useAsk();
  const { selectedIds: ids, onUnselectItems, refetch } = useListContext<ListedJob>();
  const { revalidate } = useRevalidator();
  const [updateMany, { isPending: isRetrying }] = useUpdateMany();
  const [deleteMany, { isPending: isDiscarding }] = useDeleteMany();
  const settled = (key: "lists.retried" | "lists.discarded") => ({
    mutationMode: "pessimistic" as const,
    onSuccess: (done: unknown[] = []) =>
      showFlash({ kind: "notice", message: t(key, { count: done.length }), sticky: false }),
    onError: (error: unknown) => showFlash({ kind: "alert", message: errorText(error, t), sticky: true }),
    onSettled: () => {
      onUnselectItems();
      void refetch();
      void revalidate();
    },
  });
  const discard = async () => {
    const title = t("lists.ask_discard", { count: ids.length });
    if (!(await ask({ title, text: t("system.ask_discard_text"), agree: t("system.discard"), danger: true }))) return;
    await deleteMany(DEAD_LETTERS, { ids }, settled("lists.discarded"));
  };
  const isBusy = isRetrying || isDiscarding;
  return (
    <>
      <Button
        label={t("lists.retry_selected")}
        disabled={isBusy}
        onClick={() => void updateMany(DEAD_LETTERS, { ids, data: {} }, settled("lists.retried"))}
      >
        <ReplayIcon />
      </Button>
      <Button label={t("lists.discard_selected")} disabled={isBusy} onClick={() => void discard()}>
        <DeleteIcon />
      </Button>
    </>
  );
}
