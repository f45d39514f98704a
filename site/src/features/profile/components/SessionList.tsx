import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { ApiError, send, showFlash } from "@/api";
import type { Schemas } from "@seki/shared/api";
import { Button, ErrorText, Panel, Stack } from "@/ui";

/** Where the diner is signed in; each session but this one can be ended. */
export function SessionList({ sessions }: { sessions: readonly Schemas["SessionView"][] }) {
  const { t, i18n } = useTranslation();
  const { revalidate } = useRevalidator();
  const [problem, setProblem] = useState<string | null>(null);
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });

  const end = async (asked: Promise<{ message?: string }>) => {
    setProblem(null);
    try {
      const { message } = await asked;
      if (message) showFlash({ kind: "notice", message, sticky: false });
      await revalidate();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : t("common.network_error"));
    }
  };

  return (
    <Panel>
      <Stack>
        <h2>{t("security.sessions")}</h2>
        {sessions.map(({ uid, device, last_seen_at, is_current }) => {
          const name = device || t("security.unknown_device");
          return (
            <div key={uid}>
              <p>{is_current ? t("security.this_device", { device: name }) : name}</p>
              <p>{t("security.last_seen", { at: format.format(new Date(last_seen_at)) })}</p>
              {!is_current && (
                <Button
                  kind="text"
                  onClick={() =>
                    void end(send("DELETE", "/users/profile/security_settings/sessions/{uid}", { path: { uid } }))
                  }
                >
                  {t("security.end_session", { device: name })}
                </Button>
              )}
            </div>
          );
        })}
        {problem && <ErrorText>{problem}</ErrorText>}
        {sessions.length > 1 && (
          <Button onClick={() => void end(send("DELETE", "/users/profile/security_settings/sessions"))}>
            {t("security.end_others")}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}
