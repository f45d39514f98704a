import type { DataProvider } from "ra-core";
import { HttpError } from "ra-core";
import simpleRestProvider from "ra-data-simple-rest";
import type { Requester } from "@seki/shared/api";
import { ApiError, problemMessage } from "@/console/api";

type Problem = ApiError["problem"];

/** Converts a rejection to the errors of react-admin's forms: texts by field name, the rest under `root`. */
function formErrors(problem: Problem): Record<string, unknown> {
  const message = problemMessage(problem);
  return { ...problem.fields, ...(message === undefined ? {} : { root: { serverError: message } }) };
}

/** Returns the data provider for plain lists and forms of a front end, under `{resources}/{name}`. */
export function dataProviderOver(resources: string, request: Requester): DataProvider {
  return simpleRestProvider(resources, async (url: string, options: RequestInit = {}) => {
    try {
      const response = await request(url, options);
      const body = await response.text();
      const json: unknown = body === "" ? {} : JSON.parse(body);
      return { status: response.status, headers: response.headers, body, json };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new HttpError(error.message, error.status, { ...error.problem, errors: formErrors(error.problem) });
    }
  });
}
