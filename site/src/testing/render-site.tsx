import { render, screen } from "@testing-library/react";
import { vi } from "vitest";
import { App } from "@/app/App";
import { createTestRouter } from "@/app/router";
import { startTranslation } from "@/i18n/setup";
import { browser, holdPage } from "@/navigation";
import type { Page } from "@/api";
import { answerMock, mockWorld } from "./mock-site";
import type { MockAnswer, MockRequest } from "./mock-calls";
import type { MockWorld } from "./mock-world";

interface Shown {
  world: MockWorld;
  calls: MockRequest[];
  assign: ReturnType<typeof vi.spyOn>;
  reload: ReturnType<typeof vi.spyOn>;
}

/** Renders a route with the world in memory, as a browser would after loading the HTML. */
export async function renderSite(address: string, part: Partial<MockWorld> = {}): Promise<Shown> {
  const world = mockWorld(part);
  const calls: MockRequest[] = [];
  const assign = vi.spyOn(browser, "assign").mockImplementation(() => undefined);
  const reload = vi.spyOn(browser, "reload").mockImplementation(() => undefined);

  vi.stubGlobal("fetch", (target: string, init: RequestInit = {}) => {
    const url = new URL(target, "http://localhost");
    const request: MockRequest = {
      method: init.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      body: typeof init.body === "string" ? (JSON.parse(init.body) as Record<string, unknown>) : {},
    };
    calls.push(request);
    const missing: MockAnswer = { status: 404, body: { status: 404 } };
    const { status, body, headers = {} } = answerMock(world, request) ?? missing;
    return Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status, headers }));
  });

  const url = new URL(address, "http://localhost");
  const first = answerMock(world, { method: "GET", path: url.pathname, query: url.searchParams, body: {} });
  await startTranslation(world.locale);
  if (first?.status === 200) holdPage(address, first.body as Page);
  render(<App router={createTestRouter(address)} />);
  await screen.findByRole("heading", { level: 1 });
  return { world, calls, assign, reload };
}

/** Stubs the loaded scripts of the card provider and the captcha provider. */
export function stubScripts(confirmCardPayment: () => Promise<object>): void {
  window.grecaptcha = { ready: (callback) => callback(), execute: () => Promise.resolve("captcha-token") };
  const element = { mount: () => undefined, on: () => undefined, destroy: () => undefined };
  window.Stripe = () =>
    ({
      elements: () => ({ create: () => element }),
      confirmCardSetup: () => Promise.resolve({}),
      confirmCardPayment,
    }) as unknown as ReturnType<NonNullable<typeof window.Stripe>>;
}
