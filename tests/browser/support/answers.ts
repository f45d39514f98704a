import type { APIResponse, BrowserContext, Route } from "@playwright/test";

const PAGE_DATA = /(<script type="application\/json" id="page-data">)([^]*?)(<\/script>)/;

/** Returns the page of an answer with other data, or other rows of a list. `path` is the address without its query. */
export type Change = (page: unknown, path: string) => unknown;

/** The headers of a list with another number of rows. */
function headersOf(answer: APIResponse, before: unknown, after: unknown): { headers?: Record<string, string> } {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length === after.length) return {};
  return { headers: { ...answer.headers(), "content-range": `rows 0-${after.length}/${after.length}` } };
}

function written(data: unknown): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

async function answerChanged(route: Route, change: Change): Promise<void> {
  const answer = await route.fetch({ maxRedirects: 0 });
  const type = answer.headers()["content-type"] ?? "";
  if (answer.status() !== 200 || !/json|html/.test(type)) return route.fulfill({ response: answer });
  const text = await answer.text();
  const { pathname } = new URL(route.request().url());
  const changed = (data: unknown) => change(data, pathname);
  if (type.includes("html")) {
    const again = (_: string, open: string, data: string, close: string) =>
      `${open}${written(changed(JSON.parse(data)))}${close}`;
    return route.fulfill({ response: answer, body: text.replace(PAGE_DATA, again) });
  }
  const before: unknown = JSON.parse(text);
  const after = changed(before);
  await route.fulfill({ response: answer, body: written(after), ...headersOf(answer, before, after) });
}

/** A page that is left before an answer came needs none. */
function unlessAbandoned(error: unknown): void {
  if (!String(error).includes("disposed")) throw error;
}

/** Lets every page of a browser read the server's answers after a change, while `changes` is on. */
export async function withAnswers(context: BrowserContext, change: Change, changes = { isOn: true }): Promise<void> {
  // A document that was changed on its way counts as one of the wide net, which may not ask the stand-ins.
  await context.grantPermissions(["local-network-access"]);
  await context.route(
    (url) => !/^\/(assets|dev)\//.test(url.pathname),
    async (route) => {
      const request = route.request();
      const isRead = ["document", "fetch", "xhr"].includes(request.resourceType()) && request.method() === "GET";
      await (changes.isOn && isRead ? answerChanged(route, change).catch(unlessAbandoned) : route.continue());
    },
  );
}
