export const find = {
  find: {
    open: "検索を開く",
    button: "検索",
    title: "検索",
    label: "予約番号・決済番号・お名前・電話番号・メールアドレス・店舗",
    help: "お名前（会員登録のないお客様）・電話番号・メールアドレスは全体を入力してください。Enterで選択中の結果を開きます。",
    none: "見つかりませんでした。",
    accounts: "お名前でユーザーを検索する",
    more: "ほかにもあります。条件を絞り込んでください。",
    kind: {
      booking: "予約",
      payment: "決済",
      dispute: "異議申し立て",
      account: "ユーザー",
      staff: "店舗スタッフ",
      notification_address: "通知先メール",
      restaurant: "店舗",
    },
  },
};
