import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

/** A page may try a lost line again only after a while. */
export const CONNECTION_IS_BACK = { timeout: 30_000 };

/** Removes the browser's errors about a lost connection, which are not faults of the page. */
export function ignoreOfflineErrors(complaints: string[]): void {
  const others = complaints.filter(
    (text) => !/Failed to load resource|net::ERR_|no-response|Failed to fetch/.test(text),
  );
  complaints.splice(0, complaints.length, ...others);
}

/** A line to a server that can go silent, as a router does that lost its own, or break, as when the server restarts. */
export class Line {
  private readonly pairs = new Set<[Socket, Socket]>();
  private state: "open" | "silent" | "broken" = "open";

  private constructor(private readonly server: Server) {}

  static async to(target: string): Promise<Line> {
    const { hostname, port } = new URL(target);
    const server = createServer();
    const line = new Line(server);
    server.on("connection", (near) => line.carry(near, connect(Number(port), hostname)));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private carry(near: Socket, far: Socket): void {
    const pair: [Socket, Socket] = [near, far];
    this.pairs.add(pair);
    near.pipe(far);
    far.pipe(near);
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
    if (this.state === "silent") for (const socket of pair) socket.pause();
    if (this.state === "broken") near.resetAndDestroy();
  }

  /** Stops all traffic silently. */
  silence(): void {
    this.state = "silent";
    for (const pair of this.pairs) for (const socket of pair) socket.pause();
  }

  break(): void {
    this.state = "broken";
    for (const [near] of this.pairs) near.resetAndDestroy();
  }

  restore(): void {
    this.state = "open";
    for (const pair of this.pairs) for (const socket of pair) socket.resume();
  }

  async close(): Promise<void> {
    for (const [near] of this.pairs) near.destroy();
    await new Promise((done) => this.server.close(done));
  }
}
