import type { BrowserContext, Route } from "@playwright/test";

const PAGE_DATA = /(<script type="application\/json" id="page-data">)([^]*?)(<\/script>)/;

/** Returns the page of an answer with other data. */
export type Change = (page: unknown) => unknown;

async function answerChanged(route: Route, change: Change): Promise<void> {
  const answer = await route.fetch({ maxRedirects: 0 });
  const type = answer.headers()["content-type"] ?? "";
  if (answer.status() !== 200 || !/json|html/.test(type)) return route.fulfill({ response: answer });
  const text = await answer.text();
  const again = (data: string) => JSON.stringify(change(JSON.parse(data))).replaceAll("<", "\\u003c");
  const body = type.includes("html")
    ? text.replace(PAGE_DATA, (_, open: string, data: string, close: string) => `${open}${again(data)}${close}`)
    : again(text);
  await route.fulfill({ response: answer, body });
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
