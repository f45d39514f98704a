import { useTranslation } from "react-i18next";
import type { TFunction } from "i18next";
import { UserFacingError, useWrite as useSharedWrite } from "@seki/shared/writes";
import type { Write, WriteOptions } from "@seki/shared/writes";
import { ApiError, problemMessage, showFlash } from "@/api";

/** Returns the reason for a failed write: the server's text if it has one, or that there was no response. */
export function errorText(error: unknown, t: TFunction): string {
  if (error instanceof ApiError) return problemMessage(error.problem) ?? t("common.something_went_wrong");
  return error instanceof UserFacingError ? error.message : t("common.network_error");
}

/** Runs one write at a time, with a text for its error. */
export function useWrite({ words, handles }: Partial<WriteOptions> = {}): Write {
  const { t } = useTranslation();
  return useSharedWrite({ words: words ?? ((error) => errorText(error, t)), handles });
}

/** The same, with the error as a notice above the page. */
export function useNoticedWrite(): Write {
  const { t } = useTranslation();
  const handles = (error: Error) => {
    showFlash({ kind: "alert", message: errorText(error, t), sticky: false });
    return true;
  };
  return useWrite({ handles });
}
