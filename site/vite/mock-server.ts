import { existsSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import type * as MockSite from "../src/testing/mock-site.ts";
import type * as Scripts from "../src/testing/mock-scripts.ts";
import type { Connect, Plugin, ViteDevServer } from "vite";

const PICTURES = fileURLToPath(new URL("../../fixtures/pictures/", import.meta.url));

/**
 * The site without its server: pages and calls answered from memory, the HTML shell included.
 * `?as=guest|hanako|emma|newcomer` changes who is looking, `?card=0` takes the card away.
 */
export function mockServer(): Plugin {
  return {
    name: "mock-server",
    configureServer(server) {
      let world: ReturnType<typeof MockSite.mockWorld> | null = null;
      return () => {
        server.middlewares.use((request, response, next) => {
          void (async () => {
            const mock = (await server.ssrLoadModule("/src/testing/mock-site.ts")) as typeof MockSite;
            world ??= mock.mockWorld();
            if (!(await answer(server, mock, world, request, response))) next();
          })().catch(next);
        });
      };
    },
  };
}

async function answer(
  server: ViteDevServer,
  mock: typeof MockSite,
  world: ReturnType<typeof MockSite.mockWorld>,
  request: Connect.IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = new URL(request.originalUrl ?? "/", "http://localhost");
  if (await sendFile(server, url.pathname, response)) return true;
  world.visitor = (url.searchParams.get("as") as typeof world.visitor | null) ?? world.visitor;
  if (url.searchParams.has("card")) world.card = url.searchParams.get("card") !== "0";
  const asked = url.searchParams.get("locale") ?? /^\/(ja|en)(?=\/|$)/.exec(url.pathname)?.[1];
  if (asked === "ja" || asked === "en") world.locale = asked;

  const json = request.headers.accept?.includes("application/json") ?? false;
  const found = mock.answerMock(world, {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    body: await readBody(request),
  });
  const missing = { status: 404, title: "ページが見つかりません", message: "お探しのページはありません。" };
  response.statusCode = found?.status ?? 404;
  if (json) {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(found ? found.body : missing));
    return true;
  }
  const home = mock.answerMock(world, { method: "GET", path: "/", query: new URLSearchParams(), body: {} });
  const page = found?.body ?? { ...(home?.body as object), page: "error", data: missing };
  response.setHeader("Content-Type", "text/html");
  response.end(await server.transformIndexHtml(url.pathname, shell(world.locale, page)));
  return true;
}

async function sendFile(server: ViteDevServer, path: string, response: ServerResponse): Promise<boolean> {
  const picture = /^\/pictures\/([a-z0-9-]+\.webp)$/.exec(path)?.[1];
  if (picture && existsSync(PICTURES + picture)) {
    response.setHeader("Content-Type", "image/webp");
    response.end(readFileSync(PICTURES + picture));
    return true;
  }
  if (!path.startsWith("/mock/")) return false;
  const scripts = (await server.ssrLoadModule("/src/testing/mock-scripts.ts")) as typeof Scripts;
  response.setHeader("Content-Type", "text/javascript");
  response.end(path.includes("card") ? scripts.CARD_SCRIPT : scripts.CAPTCHA_SCRIPT);
  return true;
}

async function readBody(request: Connect.IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function shell(locale: string, page: unknown): string {
  const data = JSON.stringify(page).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>席 Seki</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="root"></div>
    <script type="application/json" id="page-data">${data}</script>
    <script type="module" src="/src/main.tsx"></script>
  </body>
</html>`;
}
