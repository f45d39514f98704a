export { CaptchaMissing, captchaToken } from "./captcha";
export { loadCards } from "./cards";
export type { CardChange, CardElement, CardElementType, CardsClient } from "./cards";
export { loadScript } from "@/external/load-script";
