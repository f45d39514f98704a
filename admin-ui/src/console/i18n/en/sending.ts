import type { sending as source } from "../ja/sending";

export const sending: typeof source = {
  sending: {
    title: "Progress",
    status: {
      sending: "Sending %{sent} of %{recipients}",
      sent: "Sent to %{sent} of %{recipients}",
      stopping: "Stopping. %{sent} of %{recipients} were sent",
      stopped: "Stopped. %{sent} of %{recipients} were sent",
    },
    sent: "Sent",
    left: "Left",
    stopped: "Stopped",
    failed: "Failed",
    skipped: "No longer a recipient",
    people: "%{count}",
    stop: "Stop sending",
    ask_stop: "Stop sending?",
    ask_stop_text: "The %{left} emails that are left are not sent. The %{sent} that were sent cannot be taken back.",
    resume: "Resume sending",
    ask_resume: "Resume sending?",
    ask_resume_text:
      "It is sent to the %{count} customer who has not received it. |||| It is sent to the %{count} customers who have not received it.",
  },
};
