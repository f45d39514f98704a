import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { rememberPage } from "@/api";
import type { Page } from "@/api";
import { answerMock } from "@/testing/mock-site";
import { renderSite, stubScripts } from "@/testing/render-site";

const ADDRESS = "/users/profile/credit_card/edit";

it("keeps typed card data when the page is reloaded", async () => {
  stubScripts(() => Promise.resolve({}));
  const provider = window.Stripe!;
  const clients: string[] = [];
  window.Stripe = (key, options) => {
    clients.push(key);
    return provider(key, options);
  };
  const { world } = await renderSite(ADDRESS);
  await screen.findByRole("textbox", { name: "カード名義" });
  expect(clients).toHaveLength(1);
  const again = answerMock(world, { method: "GET", path: ADDRESS, query: new URLSearchParams(), body: {} });
  await act(async () => rememberPage(structuredClone(again?.body) as Page));
  expect(clients, "another client would empty the fields").toHaveLength(1);
});
