import { formatShortDate, formatShortInstant } from "@seki/shared/civil-time";
import type { Locale, Schemas } from "@/admin/api";

export type RaffleRound = Schemas["AdminRaffleRound"];

/** Values of a raffle's form. */
export interface RaffleForm {
  /** YYYY-MM-DDTHH:mm, the format of the input. */
  from: string;
  till: string;
  winners_count: string;
  entries_limit: string;
  /** One question per line. */
  questions: string;
}

export const EMPTY: RaffleForm = { from: "", till: "", winners_count: "", entries_limit: "7", questions: "" };

const MAX_QUESTIONS = 10;
const MAX_QUESTION_LENGTH = 200;

/** Returns the progress of a raffle: the server's stage, or drawn. */
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

/** Reports whether the server would accept the form, by the rules that the client knows. */
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

/** Formats the server's `YYYY-MM-DD HH:mm:00`, in the restaurant's local time. */
export function shownTime(at: string, locale: Locale): string {
  return formatShortInstant(`${at.replace(" ", "T")}Z`, locale, "UTC");
}

export function shownPeriod({ registerable_from, registerable_till }: RaffleRound, locale: Locale): string {
  return `${shownTime(registerable_from, locale)} – ${shownTime(registerable_till, locale)}`;
}

/** Formats the winners' booking window: its start, and the last day of visits. */
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
