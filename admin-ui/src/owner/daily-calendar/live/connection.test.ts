import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followDay } from "./connection";
import type { Follower, Connection } from "./connection";

class Stream extends EventTarget {
  static opened: Stream[] = [];
  isClosed = false;
  constructor() {
    super();
    Stream.opened.push(this);
  }
  close() {
    this.isClosed = true;
  }
  says(event: string) {
    if (!this.isClosed) this.dispatchEvent(new Event(event));
  }
}

const read = vi.fn<(signal: AbortSignal) => Promise<boolean>>();
let connection: Connection;
let follower: Follower;
const stream = () => Stream.opened.at(-1);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Stream);
  Stream.opened = [];
  read.mockReset().mockResolvedValue(true);
  follower = followDay({ events: "/events", read, onConnection: (next) => (connection = next) });
});

afterEach(() => {
  follower.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function comesUp(): Promise<void> {
  stream()?.says("hello");
  await pass(0);
  expect(connection.state).toBe("live");
  read.mockClear();
}

it("reads changes between the page load and the start of its stream", async () => {
  stream()?.says("hello");
  await pass(0);
  expect(read).toHaveBeenCalledTimes(1);
  expect(connection.state).toBe("live");
});

it("is offline after a failed read and retries after 1, 2, 4 and 4 seconds", async () => {
  await comesUp();
  read.mockResolvedValue(false);
  stream()?.says("change");
  await pass(200);
  expect(connection.state).toBe("offline");
  const calls = [];
  for (let second = 0; second < 12; second += 1) {
    stream()?.says("heartbeat");
    await pass(1000);
    calls.push(read.mock.calls.length);
  }
  expect(calls).toEqual([2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5]);
  expect(connection.state, "a heartbeat does not repair a failed read").toBe("offline");
  read.mockResolvedValue(true);
  await pass(4000);
  expect(connection.state).not.toBe("offline");
});

it("reports whether a requested refresh succeeded", async () => {
  await comesUp();
  expect(await follower.refresh()).toBe(true);
  read.mockResolvedValue(false);
  expect(await follower.refresh()).toBe(false);
});

it("is offline without a heartbeat and reports the time of the last one", async () => {
  await comesUp();
  await pass(2000);
  stream()?.says("heartbeat");
  const lastHeartbeat = Date.now();
  read.mockResolvedValue(false);
  await pass(6100);
  expect(connection).toEqual({ state: "offline", asOf: lastHeartbeat });
});

it("recovers within five seconds without the browser's online event", async () => {
  await comesUp();
  read.mockImplementation(
    (signal) => new Promise((done) => signal.addEventListener("abort", () => done(false), { once: true })),
  );
  await pass(60_000);
  expect(connection.state).toBe("offline");
  read.mockResolvedValue(true);
  await pass(5000);
  expect(connection.state, "reads succeed, the stream is not open yet").toBe("polling");
  stream()?.says("hello");
  await pass(0);
  expect(connection.state).toBe("live");
});

it("follows the browser's online and offline events", async () => {
  await comesUp();
  window.dispatchEvent(new Event("offline"));
  expect(connection.state).toBe("offline");
  window.dispatchEvent(new Event("online"));
  await pass(0);
  expect(read).toHaveBeenCalledTimes(1);
  expect(connection.state).toBe("polling");
  expect(Stream.opened).toHaveLength(2);
});

it("stays offline after an unanswered request, despite heartbeats, until a read succeeds", async () => {
  await comesUp();
  read.mockResolvedValue(false);
  follower.suspect();
  expect(connection.state).toBe("offline");
  for (let second = 0; second < 10; second += 1) {
    stream()?.says("heartbeat");
    await pass(1_000);
    expect(connection.state).toBe("offline");
  }
  read.mockResolvedValue(true);
  await pass(4_000);
  stream()?.says("heartbeat");
  expect(connection.state).toBe("live");
});

it("is offline after the browser's offline event and verifies it by a read", async () => {
  await comesUp();
  const since = Date.now();
  read.mockResolvedValue(false);
  window.dispatchEvent(new Event("offline"));
  stream()?.says("heartbeat");
  await pass(500);
  expect(connection).toEqual({ state: "offline", asOf: since });
  await pass(500);
  expect(read).toHaveBeenCalledTimes(1);
  read.mockResolvedValue(true);
  await pass(1_000);
  expect(connection.state, "the browser was mistaken").toBe("live");
});

it("reopens a rejected stream, which a browser does not do", async () => {
  stream()?.says("error");
  await pass(1000);
  expect(Stream.opened).toHaveLength(2);
  stream()?.says("error");
  await pass(2000);
  expect(Stream.opened).toHaveLength(3);
  await comesUp();
});

it("polls without a stream", async () => {
  await pass(15_000);
  expect(read).toHaveBeenCalledTimes(1);
  expect(connection.state).toBe("polling");
});
