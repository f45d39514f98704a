import type { SiteConfig } from "@/api";
import { loadScript } from "@/external/load-script";

interface Captcha {
  ready(callback: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

declare global {
  interface Window {
    grecaptcha?: Captcha;
  }
}

type CaptchaConfig = Pick<SiteConfig, "captcha_script_url" | "captcha_site_key">;

/** The captcha did not load. The caller must show this instead of stopping silently. */
export class CaptchaMissing extends Error {}

export async function captchaToken(config: CaptchaConfig, action: string): Promise<string> {
  // An unconfigured captcha is not required.
  if (config.captcha_site_key === "") return "";
  try {
    await loadScript(config.captcha_script_url);
    const captcha = window.grecaptcha;
    if (!captcha) throw new CaptchaMissing();
    await new Promise<void>((resolve) => captcha.ready(resolve));
    return await captcha.execute(config.captcha_site_key, { action });
  } catch {
    throw new CaptchaMissing();
  }
}
