export const console_sign_in = {
  console_sign_in: {
    title: "運営ログイン",
    lead: "運営担当者のログイン画面です。",
  },
  login_as: {
    title: "代理ログイン",
    owner: "オーナー",
    email: "メールアドレス",
    restaurant: "店舗",
    lead: "オーナーの画面を最長%{minutes}分間、本人として表示します。そのあいだの操作は運営の記録に残り、理由とともに監査記録に保存されます。",
    begin: "代理ログインを開始する",
  },
};
