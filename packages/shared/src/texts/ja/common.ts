/** Texts of every frame and form. */
export const common = {
  ok: "OK",
  close: "閉じる",
  cancel: "キャンセル",
  back: "戻る",
  retry: "もう一度試す",
  loading: "読み込み中",
  skip_to_main: "本文へ移動",
  main_menu: "メインメニュー",
  open_menu: "メニューを開く",
  sign_out: "ログアウト",
  language: { label: "言語", ja: "日本語", en: "English" },
};
