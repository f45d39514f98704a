import { request as ask } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Plugin, ViteDevServer } from "vite";

interface RealServer {
  /** Returns the source file that draws the named page; null keeps the page as the server built it. */
  entryOf: (page: string) => string | null;
}

/** Elements with which a shell loads a built front end. */
const BUILT_ASSETS = /<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|stylesheet)"[^>]*>/g;
/** Uses the class names of the built styles. */
const FIRST_SCREEN = /<div id="root" data-drawn>.*?<\/div>\n<template id="application">.*?<\/template>/s;
const PAGE_DATA = /<script type="application\/json" id="page-data">(.*?)<\/script>/s;

/**
 * Serves a front end from its sources in front of the server at `SEKI_URL` (http://127.0.0.1:8080 by default). Requests
 * that vite does not serve go to the server with the browser's own `Host`, so cookies, CSRF tokens and the origin check
 * work as in production. HTML shells load the sources in place of the built files.
 */
export function realServer({ entryOf }: RealServer): Plugin {
  const target = new URL(process.env["SEKI_URL"] ?? "http://127.0.0.1:8080");
  return {
    name: "real-server",
    apply: "serve",
    configureServer(server) {
      return () => {
        server.middlewares.use((request, response) => {
          const path = request.originalUrl ?? "/";
          const forwarded = ask(
            target,
            { path, method: request.method, headers: forwardedHeaders(request) },
            (answer) => {
              pass(server, path, entryOf, answer, response).catch((error: unknown) => refuse(response, String(error)));
            },
          );
          forwarded.on("error", (error) => refuse(response, `${error.message}: is the server up (make up)?`));
          // Closes an event stream when the browser disconnects.
          response.on("close", () => forwarded.destroy());
          request.pipe(forwarded);
        });
      };
    },
  };
}

/** Shells are rewritten here, so their responses must not be compressed. */
function forwardedHeaders({ headers }: IncomingMessage): IncomingHttpHeaders {
  return headers.accept?.includes("text/html") ? { ...headers, "accept-encoding": "identity" } : headers;
}

async function pass(
  server: ViteDevServer,
  path: string,
  entryOf: RealServer["entryOf"],
  answer: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const status = answer.statusCode ?? 502;
  if (!answer.headers["content-type"]?.startsWith("text/html")) {
    response.writeHead(status, answer.headers);
    answer.pipe(response);
    return;
  }
  const { "content-length": _, ...headers } = answer.headers;
  const html = await textOf(answer);
  const entry = entryOf(pageNameOf(html));
  if (entry === null) {
    response.writeHead(status, headers).end(html);
    return;
  }
  const shell = await server.transformIndexHtml(path, withSources(html, entry));
  response.writeHead(status, { ...headers, ...policyOf(headers) }).end(shell);
}

/** Returns the envelope's `page` inside a shell; empty without an envelope. */
export function pageNameOf(html: string): string {
  const data = PAGE_DATA.exec(html)?.[1];
  return data === undefined ? "" : (JSON.parse(data) as { page: string }).page;
}

/** Returns the shell with a source file in place of the built ones. */
export function withSources(html: string, entry: string): string {
  const empty = html.replace(FIRST_SCREEN, '<div id="root"></div>');
  const bare = empty.replace(BUILT_ASSETS, "");
  return bare.replace("</head>", () => `<script type="module" src="${entry}"></script>\n</head>`);
}

/** The server's policy without the restriction on scripts that vite writes into the page. */
function policyOf(headers: IncomingHttpHeaders): { "content-security-policy"?: string } {
  const policy = headers["content-security-policy"];
  if (typeof policy !== "string") return {};
  return { "content-security-policy": policy.replace("script-src ", "script-src 'unsafe-inline' ") };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function refuse(response: ServerResponse, reason: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(502, { "content-type": "text/plain; charset=utf-8" });
  response.end(`${reason}\n`);
}
