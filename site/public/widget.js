/**
 * The booking widget of a restaurant's own page:
 * <script src="https://…/widget.js" data-restaurant="sushi-kagura" data-lang="ja" async></script>
 * The frame is inserted at the script's position, and is as tall as its content.
 */
(() => {
  const script = document.currentScript;
  const slug = script?.dataset.restaurant;
  if (!script || !slug) return;

  const page = document.documentElement.lang;
  const isEnglish = (script.dataset.lang ?? page).toLowerCase().startsWith("en");
  const origin = new URL(script.src).origin;
  const frame = document.createElement("iframe");
  frame.src = `${origin}/widget/${encodeURIComponent(slug)}?locale=${isEnglish ? "en" : "ja"}`;
  frame.title = isEnglish ? "Book a table" : "ご予約";
  Object.assign(frame.style, { display: "block", width: "100%", height: "640px", border: "0" });

  window.addEventListener("message", ({ origin: from, source, data }) => {
    if (from !== origin || source !== frame.contentWindow || data?.type !== "seki-widget") return;
    if (Number.isFinite(data.height) && data.height > 0) frame.style.height = `${Math.min(data.height, 4000)}px`;
  });
  script.after(frame);
})();
