import type { RaffleCheck } from "../ja/raffle-check";

export const raffleCheck: RaffleCheck = {
  lead: "No one, including Seki, can choose who wins. This is how to check a draw with sha256sum and a spreadsheet.",
  fixed: {
    title: "What is fixed when",
    steps: {
      named:
        "Before the raffle opens it names a round of drand’s quicknet, a public randomness beacon, that is published at least a minute after the close.",
      entered:
        "Each entry adds a link to a hash chain. The head of the chain (chain_head) that you see with your entry is your receipt: keep it.",
      closed:
        "At the close the list of entries and the chain’s head are published as JSON. Keep a copy then: without it, an entry added after the last receipt that a diner kept, but before the beacon’s round was published, could not be detected.",
      drawn:
        "When the beacon’s round is published, it determines the winners. An unavailable beacon delays the draw (progress is waiting_for_beacon).",
    },
  },
  time: {
    title: "When the randomness was published",
    text: "The beacon’s round was published at this time, in seconds since 1970. It must be at least 60 seconds after the close (closes_at).",
  },
  chain: {
    title: "The chain of entries",
    text: "Every hash is the SHA-256 of an ASCII text without a line break, in lower-case hexadecimal digits. The first link is the hash of “raffle’s id:number of winners:beacon’s round:close” (the close in seconds since 1970; a raffle whose chain_version is 1 has none), and each further one, in the order of the entries, that of “previous link:code:weight”. The last link is chain_head.",
    each: "once for each entry, in their order",
    head: "Your receipt must be the “link” of your entry. A code is DINER-NUMBER: entries with the same part before the hyphen are one diner’s.",
  },
  draw: {
    title: "The draw",
    text: "RANDOMNESS is the SHA-256 of the bytes of beacon_signature; drand publishes both at the address below. Pick n, from 1, is the hash of “RANDOMNESS:CHAIN_HEAD:n”, of which the first 12 digits count.",
    sheet:
      "In a spreadsheet, put the entries in their order, their weights in column B and running sums in column C (=SUM(B$1:B1)). T is the sum of all weights, and E1 holds the 12 digits.",
    steps: {
      number: "The digits as a number, in F1.",
      rest: "What remains when it is divided by T, in G1.",
      row: "The entry that wins is the first whose running sum is greater: its row.",
    },
    again:
      "A pick of a diner who has won before is void. Continue until the raffle’s number of winners is reached, or all diners have won. For each drawn winner who cannot book, because the number is not confirmed any more or the restaurant accepts no booking, one more is drawn (replacements); no earlier winner loses a place. winners in the JSON lists the picks that won. Winners chosen outside the draw are not part of it; manual_winners is their number.",
  },
  all: {
    title: "The complete check",
    text: "The button “Check” of a raffle’s page does all of this in your own browser. This command does all of it, including the beacon’s signature, without a database; if a check fails, it reports it and exits with code 1.",
  },
};
