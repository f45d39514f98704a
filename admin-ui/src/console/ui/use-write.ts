import { useRef } from "react";
import { useWrite as useSharedWrite } from "@seki/shared/writes";
import type { Write, WriteOptions } from "@seki/shared/writes";
import { NetworkError, showFlash, withdrawFlash } from "@/console/api";
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

/** The same, with the error as a notice above the page. The next write removes the notice. */
export function useNoticedWrite({ failed, words, sticky = false }: Notice = {}): Write {
  const t = useT();
  const shown = useRef<string | null>(null);
  const textOf = (error: Error) => {
    if (failed !== undefined && !(error instanceof NetworkError)) return failed;
    return words?.(error) ?? errorText(error, t);
  };
  const { write, ...rest } = useWrite({
    handles: (error) => {
      shown.current = textOf(error);
      showFlash({ kind: "alert", message: shown.current, sticky });
      return true;
    },
  });
  return {
    ...rest,
    write: (send) => {
      if (shown.current !== null) withdrawFlash(shown.current);
      shown.current = null;
      return write(send);
    },
  };
}
