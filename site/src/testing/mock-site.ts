import { withoutLocalePrefix } from "@seki/shared/navigation";
import { dateInZone } from "@seki/shared/civil-time";
import { aConfig, aRaffle } from "./builders";
import { mockCall } from "./mock-calls";
import type { MockAnswer, MockRequest } from "./mock-calls";
import { mockPage } from "./mock-pages";
import type { MockWorld } from "./mock-world";

export function mockWorld(part: Partial<MockWorld> = {}): MockWorld {
  return {
    visitor: "hanako",
    locale: "ja",
    today: dateInZone(new Date(), "Asia/Tokyo"),
    config: aConfig(),
    favorites: new Set(),
    card: true,
    cancelled: new Set(),
    raffle: aRaffle({}),
    locked_reason: null,
    pages: {},
    months: {},
    answers: {},
    lists: {},
    ...part,
  };
}

/** Responds to the contract's calls and pages from a small world in memory; null for an unknown address. */
export function answerMock(world: MockWorld, request: MockRequest): MockAnswer | null {
  const path = withoutLocalePrefix(request.path);
  const prepared = world.answers[`${request.method} ${path}`]?.shift();
  if (prepared) return prepared;
  const call = mockCall({ ...request, path }, world);
  if (call) return call;
  if (request.method !== "GET") return null;
  const page = mockPage(world, path, request.query);
  return page && { status: 200, body: page };
}
