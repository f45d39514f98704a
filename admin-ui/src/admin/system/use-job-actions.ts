import { useListContext } from "ra-core";
import { useRevalidator } from "react-router";
import { send, showFlash } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useAsk, useNoticedWrite } from "@/console/ui";
import { useWords } from "./Named";
import type { ListedJob } from "./job-list";

interface JobActions {
  retry: (job: ListedJob) => Promise<void>;
  /** Retries the dead letters of a queue, or of all. */
  retryAll: (queue: string | undefined, count: number) => Promise<void>;
  discard: (job: ListedJob) => Promise<void>;
}

/** Returns the actions of the surrounding list's jobs, which load the list and the queues again. */
export function useJobActions(): JobActions {
  const t = useT();
  const ask = useAsk();
  const words = useWords("queue");
  const { refetch } = useListContext();
  const { revalidate } = useRevalidator();
  const { write } = useNoticedWrite({ sticky: true });
  const doing = async (call: () => Promise<Schemas["JobsChanged"]>) => {
    await write(async () => showFlash({ kind: "notice", message: (await call()).message, sticky: false }));
    void refetch();
    void revalidate();
  };
  return {
    retry: ({ id }) => doing(() => send("POST", "/admin/api/jobs/{id}/retry", { path: { id } })),
    retryAll: async (queue, count) => {
      const name = queue === undefined ? t("system.all_queues") : words(queue);
      const title = t("system.ask_retry_all", { count, name });
      if (await ask({ title, agree: t("system.retry") })) {
        await doing(() => send("POST", "/admin/api/jobs/retry", { body: { queue: queue ?? null } }));
      }
    },
    discard: async ({ id, queue }) => {
      const question = {
        title: t("system.ask_discard", { name: words(queue) }),
        text: t("system.ask_discard_text"),
      };
      if (await ask({ ...question, agree: t("system.discard"), danger: true })) {
        await doing(() => send("DELETE", "/admin/api/jobs/{id}", { path: { id } }));
      }
    },
  };
}
