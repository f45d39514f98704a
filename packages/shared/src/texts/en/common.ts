import type * as ja from "../ja/common";

/** Texts of every frame and form. */
export const common: typeof ja.common = {
  ok: "OK",
  close: "Close",
  cancel: "Cancel",
  back: "Back",
  retry: "Try again",
  loading: "Loading",
  skip_to_main: "Skip to content",
  main_menu: "Main menu",
  open_menu: "Open menu",
  sign_out: "Sign out",
  language: { label: "Language", ja: "日本語", en: "English" },
};
