import { useFollow } from "@/admin/navigation";
import { useWrite } from "@/console/ui";

/** Runs a write and follows its redirect. `onSaved` is called before that. */
export function useSubmit() {
  const follow = useFollow();
  const { busy, problem, fields, write, reset } = useWrite();
  const submit = (send: () => Promise<{ redirect_to: string }>, onSaved?: () => void) =>
    write(async () => {
      const { redirect_to } = await send();
      onSaved?.();
      follow(redirect_to);
    });
  return { busy, problem, fields, submit, reset };
}
