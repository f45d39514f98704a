export const announcements = {
  announcements: {
    title: "お知らせ一覧",
    scheduled_for: "予約 %{at}",
    needs_admin: "運営の確認が必要",
    none: "該当するお知らせはありません。",
    open: "%{subject}：%{restaurant}のお知らせ（%{id}）を開く",
  },
};
