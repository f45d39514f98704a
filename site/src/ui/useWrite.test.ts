import { UserFacingError } from "@seki/shared/writes";
import type { TFunction } from "i18next";
import { expect, it } from "vitest";
import { ApiError, NetworkError } from "@/api";
import { errorText } from "./useWrite";

const t = ((key: string) => key) as unknown as TFunction;

it.each([
  ["the server's text", new ApiError({ status: 422, message: "満席です。" }), "満席です。"],
  ["no status of a proxy without a text", new ApiError({ status: 413 }), "common.something_went_wrong"],
  ["that there was no response", new NetworkError(), "common.network_error"],
  ["a form's own text", new UserFacingError("未入力です。"), "未入力です。"],
])("shows %s", (_, error, text) => expect(errorText(error, t)).toBe(text));
