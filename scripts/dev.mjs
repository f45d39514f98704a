// `make dev`: the demo with hot reload. The Rust programs are built again when one of their files changes and started again
// when the build succeeds (a failing build leaves the old ones running); both front ends run from their sources over them.
import { execFileSync, spawn } from "node:child_process";
import { statSync, watch } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PORT = process.env.PORT ?? "8080";
const SERVER = `http://127.0.0.1:${PORT}`;
const SOURCES = ["domain", "telemetry", "web-server", "worker", "cli", "fixtures", "migrations"];
const PROGRAMS = ["seki", "web-server", "worker", "stand-ins"].map((name) => `target/debug/${name}`);
/** An editor writes several files, and each more than once. */
const QUIET_MS = 200;

const running = new Set();
let isStopping = false;

/** Starts a program whose lines carry a name. */
function start(name, command, args, env = {}, cwd = ".") {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text) => {
      for (const line of text.split("\n")) if (line.trim() !== "") console.log(`${name.padEnd(8)}│ ${line}`);
    });
  }
  running.add(child);
  child.ended = new Promise((ended) => child.once("close", ended)).finally(() => running.delete(child));
  return child;
}

async function stop(child) {
  child.kill("SIGINT");
  await child.ended;
}

function builtAt() {
  return PROGRAMS.map((program) => statSync(program, { throwIfNoEntry: false })?.mtimeMs).join();
}

/** PostgreSQL keeps running while the programs restart. */
function database() {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, isOurs: false };
  const url = execFileSync("target/debug/seki", ["postgres", "start"], { encoding: "utf8" }).trim();
  return { url, isOurs: true };
}

const postgres = database();
const up = () => start("seki", "target/debug/seki", ["up"], { DATABASE_URL: postgres.url, PORT });
let seki = up();

async function rebuild() {
  const before = builtAt();
  const build = start("cargo", "cargo", ["build", "--quiet", "--workspace", "--bins"], { SQLX_OFFLINE: "true" });
  if ((await build.ended) !== 0 || isStopping) return;
  if (builtAt() === before) return console.log("cargo   │ nothing to start again");
  await stop(seki);
  if (!isStopping) seki = up();
}

let isChanged = false;
let isBuilding = false;
async function changed() {
  isChanged = true;
  if (isBuilding) return;
  isBuilding = true;
  while (isChanged) {
    isChanged = false;
    await sleep(QUIET_MS);
    if (!isChanged && !isStopping) await rebuild();
  }
  isBuilding = false;
}

const watchers = SOURCES.map((folder) => watch(folder, { recursive: true }, () => void changed()));
// Vite itself and not npm, which would leave it behind when it is stopped.
const vite = [resolve("node_modules/vite/bin/vite.js")];
start("site", process.execPath, vite, { SEKI_URL: SERVER }, "site");
start("console", process.execPath, vite, { SEKI_URL: SERVER }, "admin-ui");
console.log(
  "        │ site http://127.0.0.1:5173, consoles http://127.0.0.1:5174/owners and /admin, the server itself",
  SERVER,
);
console.log("        │ Ctrl-C stops all of it");

async function end() {
  if (isStopping) return;
  isStopping = true;
  for (const watcher of watchers) watcher.close();
  await Promise.all([...running].map(stop));
  if (postgres.isOurs) execFileSync("target/debug/seki", ["postgres", "stop"]);
}
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void end());
