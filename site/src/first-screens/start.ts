import { keepFocus } from "./keep-focus";

/** Longer than a picture takes on most lines: whoever waits for one that does not come still gets the application. */
const MAX_WAIT_MS = 2_500;

const picture = document.querySelector<HTMLImageElement>('#root img[fetchpriority="high"]');
const application = document.querySelector<HTMLTemplateElement>("#application");

/** The line is the picture's alone until it is there: it is the largest of what is seen first. */
function pictureLoaded(): Promise<unknown> {
  if (!picture || picture.complete) return Promise.resolve();
  const ended = ["load", "error"].map((event) => new Promise((resolve) => picture.addEventListener(event, resolve)));
  return Promise.race([...ended, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}

const root = document.getElementById("root");
if (root) keepFocus(root);
void pictureLoaded().then(() => application && document.head.append(document.importNode(application.content, true)));
