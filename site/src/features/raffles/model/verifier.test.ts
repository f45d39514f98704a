import { bls12_381 } from "@noble/curves/bls12-381.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import type { RaffleProof } from "@/api";
import { QUICKNET_KEY, check } from "./verifier";

const scheme = bls12_381.shortSignatures;
const secret = new Uint8Array(32).fill(7);
const hash = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));

function signatureOf(round: number): string {
  const number = new Uint8Array(8);
  new DataView(number.buffer).setBigUint64(0, BigInt(round));
  const message = scheme.hash(sha256(number), "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_");
  return scheme.sign(message, secret).toHex();
}

/** A round of 40 entries by 20 diners. Its links, randomness and winners are recomputed after the change. */
function aProof(change: (proof: RaffleProof) => void = () => undefined): RaffleProof {
  const proof: RaffleProof = {
    uid: "round",
    progress: "drawn",
    // A minute before the beacon's round is published.
    closes_at: "2026-06-30T07:08:24+00:00",
    manual_winners: 0,
    winners_count: 3,
    replacements: 0,
    chain_version: 2,
    beacon_round: 30_000_000,
    beacon_public_key: scheme.getPublicKey(secret).toHex(),
    beacon_signature: signatureOf(30_000_000),
    randomness: null,
    entries: Array.from({ length: 40 }, (_, at) => ({
      code: `D${at % 20}-${Math.floor(at / 20)}`,
      weight: 1,
      link: "",
    })),
    chain_head: "",
    winners: [],
  };
  change(proof);
  const close = proof.chain_version === 2 ? `:${Date.parse(proof.closes_at) / 1000}` : "";
  let link = hash(`${proof.uid}:${proof.winners_count}:${proof.beacon_round}${close}`);
  for (const entry of proof.entries) {
    link = hash(`${link}:${entry.code}:${entry.weight}`);
    entry.link = link;
  }
  proof.chain_head = link;
  if (proof.beacon_signature !== null) {
    proof.randomness = bytesToHex(sha256(hexToBytes(proof.beacon_signature)));
    proof.winners = drawnOf(proof, proof.randomness);
  }
  return proof;
}

function diner(code: string): string | undefined {
  return code.split("-")[0];
}

/** A plain implementation of the draw: each unit of weight is one place. */
function drawnOf(proof: RaffleProof, randomness: string): RaffleProof["winners"] {
  const places = proof.entries.flatMap(({ code, weight }) => Array.from({ length: weight }, () => code));
  const winners: RaffleProof["winners"] = [];
  for (let pick = 1; winners.length < proof.winners_count + proof.replacements; pick += 1) {
    const number = BigInt(`0x${hash(`${randomness}:${proof.chain_head}:${pick}`).slice(0, 12)}`);
    const code = places[Number(number % BigInt(places.length))] ?? "";
    if (!winners.some((winner) => diner(winner.code) === diner(code))) winners.push({ pick, code });
  }
  return winners;
}

describe("the raffle check in the browser", () => {
  it("accepts an honest round, with every head that was shown", () => {
    const proof = aProof();
    const seen = proof.entries.map(({ link }) => link);
    expect(check(proof, seen)).toEqual({ fault: null, isDrawn: true, isPublicBeacon: false });
  });

  it("agrees with the plain draw for different weights", () => {
    const proof = aProof((round) => round.entries.forEach((entry, at) => (entry.weight = (at % 5) + 1)));
    expect(check(proof, []).fault).toBeNull();
  });

  it.each<[string, (proof: RaffleProof) => void, object]>([
    ["a changed entry", (proof) => (proof.entries[4]!.code = "X-1"), { kind: "link", entry: 5 }],
    ["a changed weight", (proof) => (proof.entries[4]!.weight = 9), { kind: "link", entry: 5 }],
    ["an impossible weight", (proof) => (proof.entries[4]!.weight = 0), { kind: "weight", entry: 5 }],
    ["another order", (proof) => (proof.entries = proof.entries.toReversed()), { kind: "link", entry: 1 }],
    ["a dropped last entry", (proof) => proof.entries.pop(), { kind: "head" }],
    ["another head", (proof) => (proof.chain_head = hash("other")), { kind: "head" }],
    ["an emptied list", (proof) => ((proof.entries = []), (proof.winners = [])), { kind: "head" }],
    ["a draw before the close", (proof) => (proof.closes_at = "2026-06-30T07:08:25+00:00"), { kind: "before_close" }],
    [
      "a close that was changed later",
      (proof) => (proof.closes_at = "2026-06-30T07:08:14+00:00"),
      { kind: "link", entry: 1 },
    ],
    ["a close that was left out", (proof) => (proof.chain_version = 1), { kind: "link", entry: 1 }],
    ["an unknown version", (proof) => (proof.chain_version = 3), { kind: "version" }],
    ["another number of replacements", (proof) => (proof.replacements = 1), { kind: "winners" }],
    ["another beacon's round", (proof) => (proof.beacon_signature = signatureOf(30_000_001)), { kind: "signature" }],
    ["no signature at all", (proof) => (proof.beacon_signature = "zz"), { kind: "signature" }],
    ["another randomness", (proof) => (proof.randomness = hash("mine")), { kind: "randomness" }],
    ["another winner", (proof) => (proof.winners[0]!.code = "X-1"), { kind: "winners" }],
    ["a winner fewer", (proof) => proof.winners.pop(), { kind: "winners" }],
  ])("detects %s", (_, change, fault) => {
    const proof = aProof();
    change(proof);
    expect(check(proof, []).fault).toEqual(fault);
  });

  it("accepts winners who were drawn in addition, and rounds of an earlier release", () => {
    expect(
      check(
        aProof((round) => (round.replacements = 2)),
        [],
      ).fault,
    ).toBeNull();
    expect(
      check(
        aProof((round) => (round.chain_version = 1)),
        [],
      ).fault,
    ).toBeNull();
  });

  it("detects a rewritten list by a head that was shown before", () => {
    const seen = aProof().chain_head;
    const forged = aProof((proof) => proof.entries.pop());
    expect(check(forged, []).fault).toBeNull();
    expect(check(forged, [seen]).fault).toEqual({ kind: "unseen" });
  });

  it("reports that nothing was drawn yet", () => {
    const proof = aProof((round) => (round.beacon_signature = null));
    expect(check(proof, [])).toEqual({ fault: null, isDrawn: false, isPublicBeacon: false });
  });

  /** Published by quicknet as its round 1000. */
  it("accepts a round of the public beacon", () => {
    const proof = aProof((round) => {
      round.beacon_round = 1000;
      round.closes_at = "2023-08-23T15:00:00Z";
      round.beacon_public_key = QUICKNET_KEY;
      round.beacon_signature =
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
    });
    expect(proof.randomness).toBe("fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd");
    expect(check(proof, [])).toEqual({ fault: null, isDrawn: true, isPublicBeacon: true });
  });
});
