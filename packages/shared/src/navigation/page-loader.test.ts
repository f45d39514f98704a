import type { LoaderFunctionArgs } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "../api/http";
import type { FetchedPage } from "../api/client";
import type { Flash } from "../api/types";
import { onFlash } from "../shell/flash";
import { browser } from "./browser";
import { PageProblem, pageLoading } from "./page-loader";

interface Page {
  page: string;
  data: unknown;
}

const fetchPage = vi.fn<(address: string) => Promise<FetchedPage<Page>>>();
const rememberPage = vi.fn<(page: Page) => void>();
const { holdPage, readAhead, pageLoader } = pageLoading<Page>({ fetchPage, rememberPage, errorPage: "error" });

const HOME: Page = { page: "home", data: { title: "Seki" } };

function load(name: string, address = "/ja/"): Promise<Page | Response> {
  const request = new Request(`http://localhost${address}`);
  return pageLoader(name)({ request, params: {}, context: {} } as LoaderFunctionArgs);
}

const keep = (event: Event) => event.preventDefault();

beforeEach(() => {
  fetchPage.mockReset();
  rememberPage.mockReset();
});

describe("a route's loader", () => {
  it("uses the page inside the HTML once, and fetches it the next time", async () => {
    holdPage("/ja/", HOME);
    expect(await load("home")).toBe(HOME);
    expect(fetchPage).not.toHaveBeenCalled();
    fetchPage.mockResolvedValue({ page: HOME, redirectedTo: null });
    expect(await load("home", "/ja/?page=2")).toBe(HOME);
    expect(fetchPage).toHaveBeenCalledWith("/ja/?page=2", expect.anything());
  });

  it("uses a page that was read ahead, without another request", async () => {
    fetchPage.mockResolvedValue({ page: HOME, redirectedTo: null });
    await readAhead("/ja/", new AbortController().signal);
    expect(await load("home")).toBe(HOME);
    expect(fetchPage).toHaveBeenCalledTimes(1);
  });

  it("fetches a page whose read ahead was aborted or failed", async () => {
    fetchPage.mockResolvedValue({ page: HOME, redirectedTo: null });
    await readAhead("/ja/", AbortSignal.abort());
    fetchPage.mockRejectedValueOnce(new NetworkError());
    await expect(readAhead("/ja/", new AbortController().signal)).rejects.toThrow(NetworkError);
    expect(await load("home")).toBe(HOME);
    expect(fetchPage).toHaveBeenCalledTimes(3);
  });

  it("does not show a page with an unexpected name", async () => {
    fetchPage.mockResolvedValue({ page: HOME, redirectedTo: null });
    await expect(load("restaurant")).rejects.toMatchObject({ status: 404 });
  });

  it("throws the error page's title and message", async () => {
    const data = { status: 403, title: "No", message: "Not here" };
    fetchPage.mockResolvedValue({ page: { page: "error", data }, redirectedTo: null });
    await expect(load("home")).rejects.toEqual(new PageProblem(403, "No", "Not here"));
  });

  it("follows a redirect of the server without a second request", async () => {
    fetchPage.mockResolvedValue({ page: HOME, redirectedTo: "http://localhost/ja/users/sign_in?next=1" });
    const answer = await load("home").catch((thrown: unknown) => thrown as Response);
    expect((answer as Response).headers.get("Location")).toBe("/users/sign_in?next=1");
    expect(await load("home", "/ja/users/sign_in?next=1")).toBe(HOME);
    expect(fetchPage).toHaveBeenCalledTimes(1);
  });

  it("keeps the reader's language if the redirect has none, and reads the page in that language", async () => {
    const assign = vi.spyOn(browser, "assign").mockImplementation(() => undefined);
    assign.mockClear();
    fetchPage.mockResolvedValue({ page: HOME, redirectedTo: "http://localhost/users/reservations/1?x=1" });
    const answer = await load("home", "/en/r/sushi/reservations/1/review").catch((thrown: unknown) => thrown);
    expect((answer as Response).headers.get("Location")).toBe("/users/reservations/1?x=1");
    expect(assign).not.toHaveBeenCalled();
    fetchPage.mockResolvedValue({ page: HOME, redirectedTo: null });
    await load("home", "/en/users/reservations/1?x=1");
    expect(fetchPage).toHaveBeenLastCalledWith("/en/users/reservations/1?x=1", expect.anything());
  });

  it("leaves for a document in another language", async () => {
    const assign = vi.spyOn(browser, "assign").mockImplementation(() => undefined);
    fetchPage.mockResolvedValue({ page: HOME, redirectedTo: "http://localhost/ja/users/profile" });
    void load("home", "/en/users/profile");
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("http://localhost/ja/users/profile"));
  });

  it("follows a rejection's `redirect_to` in place of the page, and shows the reason there", async () => {
    const said: Flash[] = [];
    const stop = onFlash((flash) => said.push(flash));
    const problem = { status: 422, message: "Ended", redirect_to: "/r/sushi" };
    fetchPage.mockRejectedValue(new ApiError(problem));
    const answer = await load("home", "/ja/r/sushi/reservations/x/review").catch(
      (thrown: unknown) => thrown as Response,
    );
    const { headers } = answer as Response;
    expect([headers.get("Location"), headers.get("X-Remix-Replace")]).toEqual(["/r/sushi", "true"]);
    expect(said).toEqual([{ kind: "alert", message: "Ended", sticky: false }]);
    await expect(load("home", "/ja/r/sushi?x=1")).rejects.toMatchObject({ status: 422, detail: "Ended" });
    stop();
  });

  it("distinguishes a rejection from a missing response, and requests the document when signed out", async () => {
    const phrase = "Unprocessable Entity";
    fetchPage.mockRejectedValueOnce(new ApiError({ status: 422, title: phrase, message: "Wrong" }));
    await expect(load("home")).rejects.toMatchObject({ status: 422, title: undefined, detail: "Wrong" });
    fetchPage.mockRejectedValueOnce(new NetworkError());
    await expect(load("home")).rejects.toMatchObject({ status: null });
    const assign = vi.spyOn(browser, "assign").mockImplementation(() => undefined);
    fetchPage.mockRejectedValueOnce(new ApiError({ status: 401 }));
    void load("home", "/users/profile");
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("/users/profile"));
  });

  it("keeps a loaded page that is read again without a connection, and no other page", async () => {
    const pages = pageLoading<Page>({ fetchPage, rememberPage, errorPage: "error", keepsPage: true });
    const read = (address: string) => {
      const request = new Request(`http://localhost${address}`);
      return pages.pageLoader("home")({ request, params: {}, context: {} } as LoaderFunctionArgs);
    };
    fetchPage.mockResolvedValueOnce({ page: HOME, redirectedTo: null });
    await read("/ja/");
    fetchPage.mockRejectedValue(new NetworkError());
    expect(await read("/ja/")).toBe(HOME);
    await expect(read("/ja/?page=2")).rejects.toMatchObject({ status: null });
  });

  it("keeps the open page if it has unsaved input and the person is signed out", async () => {
    const assign = vi.spyOn(browser, "assign").mockImplementation(() => undefined);
    window.addEventListener("beforeunload", keep);
    assign.mockClear();
    fetchPage.mockRejectedValue(new ApiError({ status: 401 }));
    void load("home", window.location.pathname);
    await new Promise((done) => setTimeout(done));
    expect(assign).not.toHaveBeenCalled();
    void load("home", "/users/profile");
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("/users/profile"));
    window.removeEventListener("beforeunload", keep);
  });

  it("leaves a page whose unsaved input is stored if the person is signed out", async () => {
    const assign = vi.spyOn(browser, "assign").mockImplementation(() => undefined);
    const { pageLoader: storedPageLoader } = pageLoading<Page>({
      fetchPage,
      rememberPage,
      errorPage: "error",
      storesInput: true,
    });
    window.addEventListener("beforeunload", keep);
    assign.mockClear();
    fetchPage.mockRejectedValue(new ApiError({ status: 401 }));
    const request = new Request(window.location.href);
    void storedPageLoader("home")({ request, params: {}, context: {} } as LoaderFunctionArgs);
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(window.location.pathname));
    window.removeEventListener("beforeunload", keep);
  });
});
