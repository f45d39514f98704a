import { expect, it } from "vitest";
import { pageNameOf, withSources } from "./real-server.ts";

const SHELL = `<head>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<script type="application/json" id="page-data">{"page":"owner_home","text":"$& \\u003c/script>"}</script>
<link rel="stylesheet" href="/console/main-1.css"><link rel="modulepreload" href="/console/react-2.js"><script type="module" src="/console/main-1.js"></script>
</head>`;

it("reads the page name of a shell", () => {
  expect(pageNameOf(SHELL)).toBe("owner_home");
  expect(pageNameOf("<head></head>")).toBe("");
});

it("replaces the built files with the sources, and keeps the rest", () => {
  const html = withSources(SHELL, "/src/owner/main.tsx");
  expect(html).toContain('<script type="module" src="/src/owner/main.tsx"></script>');
  expect(html).not.toContain("/console/");
  expect(html).toContain("/icon.svg");
  expect(html).toContain('"page":"owner_home"');
});

it("removes a first screen that uses the styles of the built files", () => {
  const drawn =
    '<head></head><div id="root" data-drawn><p class="x">a</p></div>\n<template id="application"><script type="module" src="/assets/main.js"></script></template>';
  expect(withSources(drawn, "/src/main.tsx")).toMatch(/<\/head><div id="root"><\/div>$/);
});
