import { common } from "@seki/shared/texts/ja/common";
import { prefectures } from "./prefectures";
import { security } from "./security";
import { sending } from "./sending";
import { staff } from "./staff";

export const consoleTexts = {
  ...prefectures,
  ...security,
  ...sending,
  ...staff,
  console: {
    ...common,
    fold_menu: "メニューを折りたたむ",
    unfold_menu: "メニューを広げる",
    save: "保存する",
    account: "アカウント",
    signed_in_as: "%{name}としてログイン中",
    unsaved: {
      title: "入力した内容を破棄しますか？",
      text: "まだ保存されていません。閉じると元に戻せません。",
      leave_text: "まだ保存されていません。このページを離れると元に戻せません。",
      discard: "破棄する",
    },
    undo: "元に戻す",
    whole_list: "一覧を表示する",
    last_column: "少なくとも1つの列を表示します。",
    name_length: "%{max}文字まで（現在%{count}文字）",
    dates_reversed: "終了日は開始日以降にしてください。",
    network_error: "通信できませんでした。接続を確認して、もう一度お試しください。",
    no_response:
      "サーバーから応答がありません。保存されている可能性があります。現在の内容を確認してから、もう一度お試しください。",
    session_ended:
      "サインアウトされています。別のタブでサインインしてから、もう一度押してください。入力内容はこの画面に残っています。",
    open_sign_in: "サインイン画面を開く",
    something_went_wrong: "問題が発生しました。画面を更新して、もう一度お試しください。",
    modal_failed: "エラーが発生しました。モーダルを閉じて画面を更新して下さい。",
    fetch_failed: "データの取得に失敗しました",
    empty: "まだありません。",
    all: "すべて",
    guests: "%{count}名",
  },
  edit_conflict: {
    empty: "（空欄）",
    keep_mine: "自分の入力を残す",
    take_theirs: "相手の内容にする",
  },
  problem: {
    not_found: "ページが見つかりません",
    not_found_text: "アドレスが間違っているか、ほかの店舗のページの可能性があります。",
    not_found_anywhere: "アドレスが間違っているか、すでに削除されています。",
    invalid: "この条件では表示できません",
    invalid_text: "アドレスの条件を確認してください。",
    internal: "問題が発生しました",
    internal_text: "しばらくしてから、もう一度お試しください。",
    network: "通信できませんでした",
    comes_back: "つながりしだい、自動でこのページを表示します。",
    home: "ホームへ戻る",
  },
  reservation_facts: {
    title: "予約の詳細",
    code: "予約番号",
    when: "来店日時",
    guests: "人数",
    course: "コース",
    status_label: "状態",
    prepaid: "前払",
    type_label: "種別",
    status: {
      pending: "招待中・確保中",
      accepted: "確定",
      void: "キャンセル",
      expired: "期限切れ",
      owner_delete: "店舗によるキャンセル",
      admin_delete: "運営によるキャンセル",
    },
    type: {
      online_reservation: "Web予約",
      invited_reservation: "招待予約",
      invited_temporary_reservation: "招待予約（未登録）",
      offline_reservation: "店頭予約",
      offsite_reservation: "他サイト予約",
    },
  },
};
