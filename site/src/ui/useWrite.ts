import { useTranslation } from "react-i18next";
import type { TFunction } from "i18next";
import { UserFacingError, useWrite as useSharedWrite } from "@seki/shared/writes";
import type { Write, WriteOptions } from "@seki/shared/writes";
import { ApiError, showFlash } from "@/api";

/** Why a write failed: the server's text, or that no answer came. */
export function wordsOf(error: unknown, t: TFunction): string {
  return error instanceof ApiError || error instanceof UserFacingError ? error.message : t("common.network_error");
}

/** One write at a time, with a text for its error. */
export function useWrite({ words, handles }: Partial<WriteOptions> = {}): Write {
  const { t } = useTranslation();
  return useSharedWrite({ words: words ?? ((error) => wordsOf(error, t)), handles });
}

/** The same where the error is a notice above the page. */
export function useNoticedWrite(): Write {
  const { t } = useTranslation();
  const handles = (error: Error) => {
    showFlash({ kind: "alert", message: wordsOf(error, t), sticky: false });
    return true;
  };
  return useWrite({ handles });
}
