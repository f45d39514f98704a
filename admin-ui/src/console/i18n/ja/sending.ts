/** The progress of an announcement's mails, and its stop. */
export const sending = {
  sending: {
    title: "配信の状況",
    status: {
      sending: "配信中 %{sent} / %{count}名",
      sent: "配信済み %{sent} / %{count}名",
      stopping: "停止しています。%{sent} / %{count}名に送信済み",
      stopped: "配信を停止しました。%{sent} / %{count}名に送信済み",
    },
    sent: "送信済み",
    left: "残り",
    stopped: "停止",
    failed: "送信失敗",
    skipped: "対象外（配信停止・退会）",
    people: "%{count}名",
    stop: "配信を停止する",
    ask_stop: "配信を停止しますか？",
    ask_stop_text: "残り%{left}名には送信しません。送信済みの%{sent}名のメールは取り消せません。",
    resume: "配信を再開する",
    ask_resume: "配信を再開しますか？",
    ask_resume_text: "まだ受け取っていない%{count}名だけに送信します。",
  },
};
