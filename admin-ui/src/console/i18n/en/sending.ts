import type { sending as source } from "../ja/sending";

export const sending: typeof source = {
  sending: {
    title: "Progress",
    status: {
      sending: "Sending. %{sent} of %{count} email was sent |||| Sending. %{sent} of %{count} emails were sent",
      sent: "Sent. %{sent} of %{count} email was sent |||| Sent. %{sent} of %{count} emails were sent",
      stopping: "Stopping. %{sent} of %{count} email was sent |||| Stopping. %{sent} of %{count} emails were sent",
      stopped: "Stopped. %{sent} of %{count} email was sent |||| Stopped. %{sent} of %{count} emails were sent",
    },
    sent: "Sent",
    left: "Left",
    stopped: "Stopped",
    failed: "Failed",
    skipped: "No longer a recipient",
    people: "%{count} person |||| %{count} people",
    stop: "Stop sending",
    ask_stop: "Stop sending?",
    ask_stop_text: "The %{left} emails that are left are not sent. The %{sent} that were sent cannot be taken back.",
    resume: "Resume sending",
    ask_resume: "Resume sending?",
    ask_resume_text:
      "It is sent to the %{count} customer who has not received it. |||| It is sent to the %{count} customers who have not received it.",
  },
};
