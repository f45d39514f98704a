import { formatShortDate, formatShortInstant } from "@seki/shared/civil-time";
import type { Locale, Schemas } from "@/admin/api";

export type RaffleRound = Schemas["AdminRaffleRound"];

/** A raffle as its form holds it. */
export interface RaffleForm {
  /** YYYY-MM-DDTHH:mm, as an input has it. */
  from: string;
  till: string;
  winners_count: string;
  entries_limit: string;
  /** A question a line. */
  questions: string;
}

export const EMPTY: RaffleForm = { from: "", till: "", winners_count: "", entries_limit: "7", questions: "" };

const MAX_QUESTIONS = 10;
const MAX_QUESTION_LENGTH = 200;

/** How far a raffle is: the server's stage, and that it was drawn. */
export function progressOf({ stage, drawn_at }: RaffleRound): RaffleRound["stage"] | "drawn" {
  return drawn_at === null ? stage : "drawn";
}

export function formOf(round: RaffleRound): RaffleForm {
  return {
    from: inputOf(round.registerable_from),
    till: inputOf(round.registerable_till),
    winners_count: String(round.winners_count),
    entries_limit: String(round.entries_limit),
    questions: round.questions.join("\n"),
  };
}

export function bodyOf(form: RaffleForm) {
  return {
    raffle_round: {
      registerable_from: `${form.from.replace("T", " ")}:00`,
      registerable_till: `${form.till.replace("T", " ")}:00`,
      winners_count: Number(form.winners_count),
      entries_limit: Number(form.entries_limit),
      questions: questionsOf(form),
    },
  };
}

/** Whether the server would take it, as far as the form can tell. */
export function isComplete(form: RaffleForm): boolean {
  const questions = questionsOf(form);
  return (
    form.from !== "" &&
    form.from < form.till &&
    isWithin(form.winners_count, 1000) &&
    isWithin(form.entries_limit, 30) &&
    questions.length <= MAX_QUESTIONS &&
    questions.every((question) => [...question].length <= MAX_QUESTION_LENGTH)
  );
}

/** The server's `YYYY-MM-DD HH:mm:00`, by the restaurant's clock, in words. */
export function shownTime(at: string, locale: Locale): string {
  return formatShortInstant(`${at.replace(" ", "T")}Z`, locale, "UTC");
}

export function shownPeriod({ registerable_from, registerable_till }: RaffleRound, locale: Locale): string {
  return `${shownTime(registerable_from, locale)} – ${shownTime(registerable_till, locale)}`;
}

/** From when winners book, and for visits until when. */
export function shownWindow({ effective_at, online_reservable_till }: RaffleRound["prrList"][number], locale: Locale) {
  return { at: shownTime(effective_at, locale), till: formatShortDate(online_reservable_till, locale) };
}

function questionsOf({ questions }: RaffleForm): string[] {
  return questions
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function isWithin(text: string, most: number): boolean {
  return /^[0-9]+$/.test(text) && Number(text) >= 1 && Number(text) <= most;
}

function inputOf(at: string): string {
  return at.slice(0, 16).replace(" ", "T");
}
