export const notifications = {
  notifications: {
    title: "通知",
    bell: "通知を開く",
    bell_count: "通知を開く（未確認%{count}件）",
    new: "新着",
    empty: "通知はありません。",
    all: "すべて見る",
    visit: "ご来店 %{date}",
    has_request: "要望あり",
    type: { new_reservation: "新しい予約", edit_or_cancel: "変更・キャンセル" },
    reason: {
      new_onr: "Web予約が入りました",
      new_ivr: "招待予約が確定しました",
      ivr_sent: "招待を送りました（回答待ち）",
      cancel: "予約がキャンセルされました",
      change_special_request: "要望が変更されました",
      change_guests_count: "人数が変更されました",
      ivr_close: "招待が終了しました",
      ivr_undelivered: "招待を届けられませんでした",
    },
  },
};
