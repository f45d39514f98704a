import { createHmac } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_SECONDS = 30;

/** The key of an authenticator app, as a page shows it: base32 in groups. */
function bytesOf(key: string): Buffer {
  const bits = [...key.replaceAll(" ", "")].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/**
 * The six digits that an app shows now (RFC 6238), or `later` steps from now: a code is good once, and the server takes that of the
 * step after, too.
 */
export async function codeOf(key: string, api: APIRequestContext, later = 0): Promise<string> {
  const { now } = (await (await api.get("/dev/clock")).json()) as { now: string };
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.parse(now) / 1000 / STEP_SECONDS) + later));
  const digest = createHmac("sha1", bytesOf(key)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** Adds a virtual security key to the browser, which confirms its holder immediately. */
export async function addSecurityKey(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  await client.send("WebAuthn.addVirtualAuthenticator", { options });
}
