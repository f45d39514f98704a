import type { DataProvider } from "ra-core";
import { HttpError } from "ra-core";
import simpleRestProvider from "ra-data-simple-rest";
import { ApiError, inWindow, problemMessage, request } from "@/api";
import type { Schemas } from "@/api";

type Problem = ApiError["problem"];

/** The server's refusal as react-admin's forms read it: the texts of fields by their names, the rest under `root`. */
export function formErrors(problem: Problem): Record<string, unknown> {
  const message = problemMessage(problem);
  return { ...problem.fields, ...(message === undefined ? {} : { root: { serverError: message } }) };
}

async function httpClient(url: string, options: RequestInit = {}) {
  try {
    const response = await request(inWindow(url), options);
    const body = await response.text();
    const json: unknown = body === "" ? {} : JSON.parse(body);
    return { status: response.status, headers: response.headers, body, json };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new HttpError(error.message, error.status, { ...error.problem, errors: formErrors(error.problem) });
  }
}

/** Plain lists and forms of the back office (`/owners/api/resources/{name}`). */
export const dataProvider: DataProvider = simpleRestProvider("/owners/api/resources", httpClient);

/** What a refused call says: a text for the whole, and texts for fields. */
export interface Refusal {
  message: string;
  fields: Readonly<Record<string, string>>;
}

export function refusalOf(error: unknown, networkError: string): Refusal {
  if (error instanceof ApiError) {
    const problem: Partial<Schemas["Problem"]> = error.problem;
    return { message: error.message, fields: problem.fields ?? {} };
  }
  if (error instanceof HttpError) return { message: error.message, fields: {} };
  return { message: networkError, fields: {} };
}
