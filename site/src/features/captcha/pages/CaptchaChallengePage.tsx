import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { UserFacingError } from "@seki/shared/writes";
import { ApiError, send, useSiteConfig } from "@/api";
import { CaptchaMissing, captchaToken } from "@/external";
import { useFollow, usePageData, useTitle } from "@/navigation";
import { Button, Checkbox, Notice, PageFrame, Panel, Stack, WriteProblem, useWrite, errorText } from "@/ui";

const REDIRECT_MS = 1000;
const ACTION = "captcha_challenge";

/** Lifts a repeated rate limit after a captcha, and returns to the limited page (diner §4). */
export default function CaptchaChallengePage() {
  const { t } = useTranslation();
  const { uniq_key, referrer } = usePageData("captcha_challenge");
  const config = useSiteConfig();
  const follow = useFollow();
  const [ticked, setTicked] = useState(false);
  const verifying = useWrite({
    words: (error) => {
      if (!(error instanceof ApiError || error instanceof CaptchaMissing)) return errorText(error, t);
      const isGone = error instanceof ApiError && error.status === 404;
      return t(isGone ? "captcha_challenge.messages.invalid_url" : "captcha_challenge.messages.error");
    },
  });
  const [passed, setPassed] = useState<{ message: string; to: string } | null>(null);
  useTitle(t("captcha_challenge.title"));

  useEffect(() => {
    if (passed === null) return;
    const timer = setTimeout(() => follow(passed.to), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [passed, follow]);

  const verify = () =>
    verifying.write(async () => {
      if (!ticked) throw new UserFacingError(t("captcha_challenge.messages.checkbox_blank"));
      const recaptcha_token = await captchaToken(config, ACTION);
      const { message, redirect_to } = await send("POST", "/captcha_challenge/{uniq_key}/verify", {
        path: { uniq_key },
        body: { recaptcha_token },
      });
      setPassed({ message, to: redirect_to });
    });

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
              <WriteProblem write={verifying} />
              <Button kind="primary" wide busy={verifying.busy} onClick={() => void verify()}>
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
