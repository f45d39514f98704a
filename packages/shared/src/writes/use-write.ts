import { useReducer, useRef } from "react";
import { useMutation } from "@tanstack/react-query";
import { ApiError } from "../api/http";

type Send = () => Promise<unknown>;

export interface WriteOptions {
  /** The text of an error. */
  words: (error: Error) => string;
  /** Settles an error in another way than by showing its text; resolves to whether it did. */
  handles?: ((error: Error) => boolean | Promise<boolean>) | undefined;
}

export interface Write {
  /** A write is on its way. */
  busy: boolean;
  /** The error of the last write; null while the next one is on its way. */
  error: Error | null;
  /** Its text. */
  problem: string | null;
  /** The texts of the fields that the server refused, by their names. */
  fields: Readonly<Record<string, string>>;
  /** Differs for each write: the key of what is drawn again for each. */
  attempt: number;
  /** Sends; resolves to whether it was done, and to nothing when a write is on its way already. */
  write: (send: Send) => Promise<boolean | undefined>;
  /** Forgets the last error, unless a write is on its way. */
  reset: () => void;
}

/** One write at a time, and what became of the last one. */
export function useWrite({ words, handles }: WriteOptions): Write {
  // The query client notifies in a later task. Drawn with the event itself, a form never shows what is over.
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // A double click comes before a button is drawn as busy.
  const isRunning = useRef(false);
  const { mutateAsync, isPending, error, submittedAt, reset } = useMutation<boolean, Error, Send>({
    // Without a network a write fails and says so. It is not sent later, when it may have been given up.
    networkMode: "always",
    mutationFn: async (send) => {
      try {
        await send();
        return true;
      } catch (thrown) {
        if (await handles?.(thrown as Error)) return false;
        throw thrown;
      }
    },
  });

  const write: Write["write"] = async (send) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      const sent = mutateAsync(send);
      redraw();
      return await sent;
    } catch {
      return false;
    } finally {
      isRunning.current = false;
    }
  };

  return {
    busy: isPending,
    error,
    problem: error && words(error),
    fields: (error instanceof ApiError && error.problem.fields) || {},
    attempt: submittedAt,
    write,
    reset: () => {
      if (isRunning.current) return;
      reset();
      redraw();
    },
  };
}
