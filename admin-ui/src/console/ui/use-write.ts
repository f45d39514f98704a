import { useWrite as useSharedWrite } from "@seki/shared/writes";
import type { Write, WriteOptions } from "@seki/shared/writes";
import { NetworkError, showFlash } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import { errorText } from "./error-text";

/** Runs one write at a time, with a text for its error. */
export function useWrite({ words, handles }: Partial<WriteOptions> = {}): Write {
  const t = useT();
  return useSharedWrite({ words: words ?? ((error) => errorText(error, t)), handles });
}

interface Notice {
  /** One text for all rejections of the server. */
  failed?: string;
  words?: WriteOptions["words"];
  /** Stays until it is closed. */
  sticky?: boolean;
}

/** The same, with the error as a notice above the page. */
export function useNoticedWrite({ failed, words, sticky = false }: Notice = {}): Write {
  const t = useT();
  const textOf = (error: Error) => {
    if (failed !== undefined && !(error instanceof NetworkError)) return failed;
    return words?.(error) ?? errorText(error, t);
  };
  return useWrite({
    handles: (error) => {
      showFlash({ kind: "alert", message: textOf(error), sticky });
      return true;
    },
  });
}
