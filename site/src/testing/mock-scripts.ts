/** Stand-ins for the card provider's and the captcha provider's scripts, small enough to drive by hand. */

export const CARD_SCRIPT = `
window.Stripe = () => ({
  elements: () => ({
    create(type, options) {
      const input = document.createElement("input");
      input.placeholder = options.placeholder;
      input.setAttribute("aria-label", type);
      return {
        mount: (target) => target.append(input),
        destroy: () => input.remove(),
        on: (event, listener) => input.addEventListener("input", () => listener({ complete: input.value.length > 2 })),
      };
    },
  }),
  confirmCardSetup: async () => ({ setupIntent: { id: "seti_1", status: "succeeded", payment_method: "pm_1" } }),
  confirmCardPayment: () => new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", "3D Secure");
    for (const [label, answer] of [
      ["認証する", { paymentIntent: { id: "pi", status: "succeeded" } }],
      ["失敗させる", { error: { message: "認証に失敗しました。" } }],
    ]) {
      const button = document.createElement("button");
      button.textContent = label;
      button.onclick = () => { dialog.remove(); resolve(answer); };
      dialog.append(button);
    }
    document.body.append(dialog);
    dialog.showModal();
  }),
});`;

export const CAPTCHA_SCRIPT = `
window.grecaptcha = { ready: (callback) => callback(), execute: async () => "captcha-token" };`;
