import { useReducer, useRef } from "react";
import { useMutation } from "@tanstack/react-query";
import { ApiError } from "../api/http";

type Send = () => Promise<unknown>;

export interface WriteOptions {
  /** Returns the message of an error. */
  words: (error: Error) => string;
  /** Handles an error in another way than by showing its message; resolves to whether it did. */
  handles?: ((error: Error) => boolean | Promise<boolean>) | undefined;
}

export interface Write {
  /** A write is in flight. */
  busy: boolean;
  /** The error of the last write; null while the next write is in flight. */
  error: Error | null;
  /** The error's message. */
  problem: string | null;
  /** Messages of the fields that the server rejected, by field name. */
  fields: Readonly<Record<string, string>>;
  /** Increases with each write. Used as the key of elements that remount for each write. */
  attempt: number;
  /** Sends a write. Resolves to its success, or to undefined if a write is in flight already. */
  write: (send: Send) => Promise<boolean | undefined>;
  /** Clears the last error, unless a write is in flight. */
  reset: () => void;
}

/** Runs one write at a time, and keeps the result of the last one. */
export function useWrite({ words, handles }: WriteOptions): Write {
  // The query client notifies in a later task. Redrawing within the event removes outdated results from the form
  // immediately.
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // A double click arrives before the button is drawn as busy.
  const isRunning = useRef(false);
  const { mutateAsync, isPending, error, submittedAt, reset } = useMutation<boolean, Error, Send>({
    // Offline, a write fails immediately. It is not sent later, when its user may have abandoned it.
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
