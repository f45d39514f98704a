import { useEffect } from "react";
import type { PageData } from "@/owner/api";
import { useFreshPage } from "../daily-calendar/live/use-fresh-page";

const EVERY_MS = 60_000;

/**
 * Returns the data of the home page. While it is visible it is read again each minute, so a new business day is shown
 * within a minute, and also when it becomes visible. After a failure the data stays.
 */
export function useLiveHome(): PageData["owner_home"] {
  const { data, read } = useFreshPage("owner_home");
  useEffect(() => {
    let reading = new AbortController();
    const readIfVisible = () => {
      if (document.visibilityState !== "visible") return;
      reading.abort();
      reading = new AbortController();
      void read(reading.signal);
    };
    const timer = setInterval(readIfVisible, EVERY_MS);
    document.addEventListener("visibilitychange", readIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", readIfVisible);
      reading.abort();
    };
  }, [read]);
  return data;
}
