/** Changes that come in a heap are fetched once. */
const SETTLE_MS = 120;
/** Without the stream the day is asked for this often. */
const POLL_MS = 15_000;
/** The server's heartbeat comes every two seconds (`web-server/src/owner/daily_calendar/events.rs`): the third is missing. */
const SILENCE_MS = 6_000;
/** A request or a stream that was refused is tried again after so long, and then after the last of them. */
const RETRY_MS = [1_000, 2_000, 4_000] as const;
/** A request is given up after so long: at once where the line seems cut, late where only the server is slow. */
const PATIENCE_MS = { cut: 4_000, slow: 15_000 } as const;

/**
 * How far the picture of the day can be believed: changes come by themselves; they come by asking from time to time; or
 * nothing comes, and the picture is as old as `asOf` says.
 */
export interface Line {
  state: "live" | "polling" | "offline";
  /** The last moment for which the picture is known to be right, in milliseconds of this browser's clock. */
  asOf: number;
}

interface Following {
  /** Where the stream of the day's events is. */
  events: string;
  /** Reads the day anew; false when it did not come. */
  read: (signal: AbortSignal) => Promise<boolean>;
  onLine: (line: Line) => void;
  /** Of a picture that was kept: the moment for which it was right. */
  since?: number | undefined;
}

export interface Follower {
  /** Reads the day anew: true once it has come, false when it was given up. What failed is tried again. */
  refresh: () => Promise<boolean>;
  /** A request of this page had no answer: nothing is believed until the day has been read, whatever the stream says. */
  doubt: () => void;
  stop: () => void;
}

/**
 * Keeps the picture of a day right: it is read anew whenever the stream tells of a change, begins anew, or comes back; and
 * what could not be read is tried again until it is. The line is believed as long as the stream's heartbeat is heard.
 */
export function followDay({ events, read, onLine, since }: Following): Follower {
  let source: EventSource | undefined;
  let [isHeard, isDoubted, isDirty] = [false, !navigator.onLine, true];
  let [failures, reconnects] = [0, 0];
  let [heardAt, asOf] = [performance.now(), since ?? Date.now()];
  // Of what was kept nobody knows yet whether the server answers.
  let isUnknown = since !== undefined;
  let reading: { own: AbortController; done: Promise<boolean> } | undefined;
  let readAgain = false;
  const timers = new Map<"settle" | "retry" | "connect" | "silence", ReturnType<typeof setTimeout>>();

  const cancel = (name: Parameters<typeof timers.get>[0]) => clearTimeout(timers.get(name));
  const after = (name: Parameters<typeof timers.get>[0], ms: number, run: () => void) => {
    cancel(name);
    timers.set(name, setTimeout(run, ms));
  };
  const tell = () =>
    onLine({ state: isDoubted || isUnknown || failures > 0 ? "offline" : isHeard ? "live" : "polling", asOf });

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
    const patience = setTimeout(() => own.abort(), isHeard && !isDoubted ? PATIENCE_MS.slow : PATIENCE_MS.cut);
    const hasCome = await read(own.signal);
    clearTimeout(patience);
    if (reading?.own !== own) return false;
    reading = undefined;
    const isAskedAgain = readAgain;
    readAgain = false;
    if (hasCome) {
      [failures, isDirty, asOf] = [0, isAskedAgain, beganAt];
      [isUnknown, isDoubted] = [false, false];
    } else {
      failures += 1;
      const wait = delayOf(failures) - (performance.now() - began);
      after("retry", Math.max(0, wait), () => void refresh());
    }
    tell();
    return hasCome && isAskedAgain ? refresh() : hasCome;
  };

  const heard = () => {
    heardAt = performance.now();
    after("silence", SILENCE_MS, lose);
    if (!isDirty) asOf = Date.now();
    isHeard = true;
    tell();
  };
  const connect = () => {
    source?.close();
    source = new EventSource(events);
    after("silence", SILENCE_MS, lose);
    // The stream does not repeat what changed before it began.
    source.addEventListener("hello", () => {
      reconnects = 0;
      isDirty = true;
      heard();
      void refresh();
    });
    source.addEventListener("change", () => {
      isDirty = true;
      heard();
      after("settle", SETTLE_MS, () => void refresh());
    });
    source.addEventListener("heartbeat", heard);
    source.addEventListener("error", lose);
  };
  /** The stream has ended, or is no longer heard: whether the server still answers is seen by asking. */
  const lose = () => {
    const wasHeard = isHeard;
    isHeard = false;
    source?.close();
    cancel("silence");
    reconnects += 1;
    after("connect", delayOf(reconnects), connect);
    if (wasHeard) void refresh();
    tell();
  };
  const comeBack = () => {
    [isDoubted, isHeard] = [!navigator.onLine, false];
    // What still waits for an answer waits on the old line.
    reading?.own.abort();
    reading = undefined;
    readAgain = false;
    reconnects = 0;
    connect();
    void refresh();
  };
  const goOffline = () => {
    [isDoubted, isDirty] = [true, true];
    // The browser may be mistaken.
    if (failures === 0) after("retry", RETRY_MS[0], () => void refresh());
    tell();
  };
  const doubt = () => {
    if (isDoubted || failures > 0) return;
    isDoubted = true;
    void refresh();
    tell();
  };
  const onVisible = () => {
    if (document.visibilityState !== "visible") return;
    const isSilent = performance.now() - heardAt > SILENCE_MS;
    if (isSilent || failures > 0) comeBack();
  };
  const poll = setInterval(() => {
    if (!isHeard && failures === 0 && document.visibilityState === "visible") void refresh();
  }, POLL_MS);

  window.addEventListener("online", comeBack);
  window.addEventListener("offline", goOffline);
  document.addEventListener("visibilitychange", onVisible);
  connect();
  if (isDoubted) goOffline();
  return {
    refresh,
    doubt,
    stop: () => {
      window.removeEventListener("online", comeBack);
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
