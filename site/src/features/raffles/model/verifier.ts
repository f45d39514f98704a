import { bls12_381 } from "@noble/curves/bls12-381.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { RaffleProof } from "@/api";

/** drand's quicknet (docs/RAFFLES.md). A round with another key is marked as such. */
export const QUICKNET_KEY =
  "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";
const DOMAIN = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
/** Publication of quicknet's round 1, and the time between rounds; milliseconds. */
const GENESIS = 1_692_803_367_000;
const PERIOD = 3_000;
/** Minimum time from the close to the beacon's round; milliseconds. */
const AFTER_CLOSE = 60_000;
/** Hexadecimal digits of a pick's hash that form its number. */
const DIGITS = 12;

export type Fault =
  | { kind: "weight" | "link"; entry: number }
  | { kind: "version" | "head" | "unseen" | "before_close" | "signature" | "randomness" | "winners" };

export interface Checked {
  /** The first fault; null if all published data is consistent. */
  fault: Fault | null;
  /** Without a draw, only the list was checked. */
  isDrawn: boolean;
  isPublicBeacon: boolean;
}

/**
 * Recomputes all published data of a round, as `domain/src/raffles/proof.rs` does. `seen` contains the heads of the
 * chain that the reader received with entries.
 */
export function check(proof: RaffleProof, seen: readonly string[]): Checked {
  const isDrawn = proof.beacon_signature !== null && proof.randomness !== null;
  const isPublicBeacon = proof.beacon_public_key === QUICKNET_KEY;
  return {
    fault: timeFault(proof) ?? chainFault(proof, seen) ?? (isDrawn ? drawFault(proof) : null),
    isDrawn,
    isPublicBeacon,
  };
}

function hash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

function timeFault({ beacon_round, closes_at }: RaffleProof): Fault | null {
  const isOutAt = GENESIS + (beacon_round - 1) * PERIOD;
  return isOutAt < Date.parse(closes_at) + AFTER_CLOSE ? { kind: "before_close" } : null;
}

/** The list is published after the close: before it there is nothing to compare. */
function isOpen({ progress, beacon_signature }: RaffleProof): boolean {
  return (progress === "planned" || progress === "open") && beacon_signature === null;
}

/** The text whose hash is the first link. Since version 2 it contains the close, in seconds since 1970. */
function firstText({ uid, winners_count, beacon_round, closes_at, chain_version }: RaffleProof): string | null {
  const text = `${uid}:${winners_count}:${beacon_round}`;
  if (chain_version === 1) return text;
  return chain_version === 2 ? `${text}:${Math.floor(Date.parse(closes_at) / 1000)}` : null;
}

function chainFault(proof: RaffleProof, seen: readonly string[]): Fault | null {
  const first = firstText(proof);
  if (first === null) return { kind: "version" };
  let link = hash(first);
  const unseen = new Set(seen);
  unseen.delete(link);
  for (const [at, entry] of proof.entries.entries()) {
    if (entry.weight < 1) return { kind: "weight", entry: at + 1 };
    link = hash(`${link}:${entry.code}:${entry.weight}`);
    if (link !== entry.link) return { kind: "link", entry: at + 1 };
    unseen.delete(link);
  }
  if (isOpen(proof)) return null;
  if (link !== proof.chain_head) return { kind: "head" };
  return unseen.size > 0 ? { kind: "unseen" } : null;
}

function drawFault(proof: RaffleProof): Fault | null {
  const { beacon_signature: signature, randomness } = proof;
  if (signature === null || randomness === null) return null;
  if (!isSigned(proof.beacon_public_key, proof.beacon_round, signature)) return { kind: "signature" };
  if (bytesToHex(sha256(hexToBytes(signature))) !== randomness) return { kind: "randomness" };
  const picks = draw(proof, randomness);
  const isSame =
    picks.length === proof.winners.length &&
    picks.every((pick, at) => pick.pick === proof.winners[at]?.pick && pick.code === proof.winners[at].code);
  return isSame ? null : { kind: "winners" };
}

function isSigned(publicKey: string, round: number, signature: string): boolean {
  const number = new Uint8Array(8);
  new DataView(number.buffer).setBigUint64(0, BigInt(round));
  const scheme = bls12_381.shortSignatures;
  try {
    const point = scheme.Signature.fromHex(signature);
    const key = bls12_381.G2.Point.fromHex(publicKey);
    return scheme.verify(point, scheme.hash(sha256(number), DOMAIN), key);
  } catch {
    return false;
  }
}

function draw(proof: RaffleProof, randomness: string): { pick: number; code: string }[] {
  const ends: number[] = [];
  let sum = 0;
  for (const { weight } of proof.entries) ends.push((sum += weight));
  const wanted = Math.min(
    proof.winners_count + proof.replacements,
    new Set(proof.entries.map(({ code }) => dinerOf(code))).size,
  );
  const won = new Set<string>();
  const picks: { pick: number; code: string }[] = [];
  for (let pick = 1; picks.length < wanted; pick += 1) {
    const number = Number.parseInt(hash(`${randomness}:${proof.chain_head}:${pick}`).slice(0, DIGITS), 16);
    const code = proof.entries[firstBeyond(ends, number % sum)]?.code ?? "";
    if (!won.has(dinerOf(code))) picks.push({ pick, code });
    won.add(dinerOf(code));
  }
  return picks;
}

/** Index of the first end that is greater than the place. */
function firstBeyond(ends: readonly number[], place: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the diner's part of an entry's code: the text before the last hyphen. */
function dinerOf(code: string): string {
  const hyphen = code.lastIndexOf("-");
  return hyphen < 0 ? code : code.slice(0, hyphen);
}
