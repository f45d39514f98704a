import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send, useSiteConfig } from "@/api";
import { CaptchaMissing, captchaToken } from "@/external";
import { useFollow, usePageData, useTitle } from "@/navigation";
import { Button, Checkbox, Notice, PageFrame, Panel, Problem, Stack } from "@/ui";

const REDIRECT_MS = 1000;
const ACTION = "captcha_challenge";

/** Whoever was refused by limits again and again shows to be a person, and goes back (diner §4). */
export default function CaptchaChallengePage() {
  const { t } = useTranslation();
  const { uniq_key, referrer } = usePageData("captcha_challenge");
  const config = useSiteConfig();
  const follow = useFollow();
  const [ticked, setTicked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ text: string; attempt: number } | null>(null);
  const [passed, setPassed] = useState<{ message: string; to: string } | null>(null);
  useTitle(t("captcha_challenge.title"));

  useEffect(() => {
    if (passed === null) return;
    const timer = setTimeout(() => follow(passed.to), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [passed, follow]);

  const refuse = (text: string) => setProblem({ text, attempt: (problem?.attempt ?? 0) + 1 });
  const verify = async () => {
    if (!ticked) return refuse(t("captcha_challenge.messages.checkbox_blank"));
    setBusy(true);
    setProblem(null);
    try {
      const recaptcha_token = await captchaToken(config, ACTION);
      const { message, redirect_to } = await send("POST", "/captcha_challenge/{uniq_key}/verify", {
        path: { uniq_key },
        body: { recaptcha_token },
      });
      setPassed({ message, to: redirect_to });
    } catch (error) {
      setBusy(false);
      const isGone = error instanceof ApiError && error.status === 404;
      if (!(error instanceof ApiError || error instanceof CaptchaMissing)) return refuse(t("common.network_error"));
      refuse(t(isGone ? "captcha_challenge.messages.invalid_url" : "captcha_challenge.messages.error"));
    }
  };

  return (
    <PageFrame narrow title={t("captcha_challenge.title")} lead={t("captcha_challenge.lead")}>
      <Panel>
        <Stack>
          {passed ? (
            <Notice kind="success" live>
              <p>{passed.message}</p>
            </Notice>
          ) : (
            <>
              <Checkbox
                label={t("captcha_challenge.checkbox")}
                checked={ticked}
                onChange={(event) => setTicked(event.target.checked)}
              />
              {problem && (
                <Problem key={problem.attempt}>
                  <p>{problem.text}</p>
                </Problem>
              )}
              <Button kind="primary" wide busy={busy} onClick={() => void verify()}>
                {t("captcha_challenge.verify")}
              </Button>
              <p>
                <a href={referrer}>{t("common.back")}</a>
              </p>
            </>
          )}
        </Stack>
      </Panel>
    </PageFrame>
  );
}
