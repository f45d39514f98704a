import { keepFocus } from "./keep-focus";

/** Most pictures load within this time. If the picture does not load, the application starts nevertheless. */
const MAX_WAIT_MS = 2_500;

const picture = document.querySelector<HTMLImageElement>('#root img[fetchpriority="high"]');
const application = document.querySelector<HTMLTemplateElement>("#application");

/** Resolves when the picture has loaded: it is the largest visible element, and gets the whole bandwidth until then. */
function pictureLoaded(): Promise<unknown> {
  if (!picture || picture.complete) return Promise.resolve();
  const ended = ["load", "error"].map((event) => new Promise((resolve) => picture.addEventListener(event, resolve)));
  return Promise.race([...ended, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}

const root = document.getElementById("root");
if (root) keepFocus(root);
void pictureLoaded().then(() => application && document.head.append(document.importNode(application.content, true)));
