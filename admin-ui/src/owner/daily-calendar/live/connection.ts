/** Changes within this time are fetched together, in milliseconds. */
const SETTLE_MS = 120;
/** Poll interval without the stream, in milliseconds. */
const POLL_MS = 15_000;
/**
 * Time without an event after which the stream counts as lost. The server sends a heartbeat every two seconds
 * (`web-server/src/owner/daily_calendar/events.rs`), so the third one is missing.
 */
const SILENCE_MS = 6_000;
/** Waits before the first, second, third and each further retry of a failed read or stream, in milliseconds. */
const RETRY_MS = [1_000, 2_000, 4_000] as const;
/** Timeouts of a read, in milliseconds: short while the connection seems lost, long while only the server is slow. */
const READ_TIMEOUT_MS = { cut: 4_000, slow: 15_000 } as const;

/**
 * The connection of an open day. `live`: the stream delivers changes. `polling`: the page polls for changes. `offline`:
 * nothing arrives, and the shown state is as old as `asOf`.
 */
export interface Connection {
  state: "live" | "polling" | "offline";
  /** The last time at which the shown state was known to be current, in milliseconds of this browser's clock. */
  asOf: number;
}

interface Following {
  /** Address of the stream of the day's events. */
  events: string;
  /** Reads the day again. Resolves to false if the read failed. */
  read: (signal: AbortSignal) => Promise<boolean>;
  onConnection: (connection: Connection) => void;
  /** For a cached day: the time at which it was current. */
  since?: number | undefined;
}

export interface Follower {
  /**
   * Reads the day again. Resolves to whether the read succeeded before its timeout. Failed reads are retried.
   */
  refresh: () => Promise<boolean>;
  /** Reports a request of this page without a response. The page is offline until the next successful read. */
  suspect: () => void;
  stop: () => void;
}

/**
 * Keeps the shown state of a day current. It reads the day again after each change event, after a restart of the stream
 * and after a reconnection, and retries failed reads. The connection is live while heartbeats arrive.
 */
export function followDay({ events, read, onConnection, since }: Following): Follower {
  let source: EventSource | undefined;
  let [isStreaming, isSuspect, isDirty] = [false, !navigator.onLine, true];
  let [failures, reconnects] = [0, 0];
  let [lastEventAt, asOf] = [performance.now(), since ?? Date.now()];
  // A cached day does not show whether the server responds.
  let isUnknown = since !== undefined;
  let reading: { own: AbortController; done: Promise<boolean> } | undefined;
  let readAgain = false;
  const timers = new Map<"settle" | "retry" | "connect" | "silence", ReturnType<typeof setTimeout>>();

  const cancel = (name: Parameters<typeof timers.get>[0]) => clearTimeout(timers.get(name));
  const after = (name: Parameters<typeof timers.get>[0], ms: number, run: () => void) => {
    cancel(name);
    timers.set(name, setTimeout(run, ms));
  };
  const report = () =>
    onConnection({
      state: isSuspect || isUnknown || failures > 0 ? "offline" : isStreaming ? "live" : "polling",
      asOf,
    });

  const refresh = (): Promise<boolean> => {
    cancel("settle");
    cancel("retry");
    isDirty = true;
    if (reading) {
      readAgain = true;
      return reading.done;
    }
    const own = new AbortController();
    const done = ask(own);
    reading = { own, done };
    return done;
  };

  const ask = async (own: AbortController): Promise<boolean> => {
    const [began, beganAt] = [performance.now(), Date.now()];
    const timeout = setTimeout(
      () => own.abort(),
      isStreaming && !isSuspect ? READ_TIMEOUT_MS.slow : READ_TIMEOUT_MS.cut,
    );
    const hasCome = await read(own.signal);
    clearTimeout(timeout);
    if (reading?.own !== own) return false;
    reading = undefined;
    const isAskedAgain = readAgain;
    readAgain = false;
    if (hasCome) {
      [failures, isDirty, asOf] = [0, isAskedAgain, beganAt];
      [isUnknown, isSuspect] = [false, false];
    } else {
      failures += 1;
      const wait = delayOf(failures) - (performance.now() - began);
      after("retry", Math.max(0, wait), () => void refresh());
    }
    report();
    return hasCome && isAskedAgain ? refresh() : hasCome;
  };

  const receive = () => {
    lastEventAt = performance.now();
    after("silence", SILENCE_MS, lose);
    if (!isDirty) asOf = Date.now();
    isStreaming = true;
    report();
  };
  const connect = () => {
    source?.close();
    source = new EventSource(events);
    after("silence", SILENCE_MS, lose);
    // The stream does not repeat changes from before its start.
    source.addEventListener("hello", () => {
      reconnects = 0;
      isDirty = true;
      receive();
      void refresh();
    });
    source.addEventListener("change", () => {
      isDirty = true;
      receive();
      after("settle", SETTLE_MS, () => void refresh());
    });
    source.addEventListener("heartbeat", receive);
    source.addEventListener("error", lose);
  };
  /** Handles the end of the stream or a missing heartbeat. A read shows whether the server still responds. */
  const lose = () => {
    const wasStreaming = isStreaming;
    isStreaming = false;
    source?.close();
    cancel("silence");
    reconnects += 1;
    after("connect", delayOf(reconnects), connect);
    if (wasStreaming) void refresh();
    report();
  };
  const reconnect = () => {
    [isSuspect, isStreaming] = [!navigator.onLine, false];
    // A running read waits on the old connection.
    reading?.own.abort();
    reading = undefined;
    readAgain = false;
    reconnects = 0;
    connect();
    void refresh();
  };
  const goOffline = () => {
    [isSuspect, isDirty] = [true, true];
    // The browser may be wrong.
    if (failures === 0) after("retry", RETRY_MS[0], () => void refresh());
    report();
  };
  const suspect = () => {
    if (isSuspect || failures > 0) return;
    isSuspect = true;
    void refresh();
    report();
  };
  const onVisible = () => {
    if (document.visibilityState !== "visible") return;
    const isSilent = performance.now() - lastEventAt > SILENCE_MS;
    if (isSilent || failures > 0) reconnect();
  };
  const poll = setInterval(() => {
    if (!isStreaming && failures === 0 && document.visibilityState === "visible") void refresh();
  }, POLL_MS);

  window.addEventListener("online", reconnect);
  window.addEventListener("offline", goOffline);
  document.addEventListener("visibilitychange", onVisible);
  connect();
  if (isSuspect) goOffline();
  return {
    refresh,
    suspect,
    stop: () => {
      window.removeEventListener("online", reconnect);
      window.removeEventListener("offline", goOffline);
      document.removeEventListener("visibilitychange", onVisible);
      clearInterval(poll);
      for (const timer of timers.values()) clearTimeout(timer);
      source?.close();
      reading?.own.abort();
      reading = undefined;
    },
  };
}

function delayOf(attempt: number): number {
  return RETRY_MS[Math.min(attempt, RETRY_MS.length) - 1] ?? 0;
}
