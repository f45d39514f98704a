/** Longest time between a call of this module and the browser's `beforeunload` event for it, in milliseconds. */
const UNLOAD_WITHIN = 1000;

let isLeaving = false;

function leave(navigate: () => void): void {
  isLeaving = true;
  // A download, or a load that the user stopped, keeps the document.
  window.setTimeout(() => {
    isLeaving = false;
  }, UNLOAD_WITHIN);
  navigate();
}

/** Document navigation, in one place so that tests can observe it. */
export const browser = {
  assign(address: string): void {
    leave(() => window.location.assign(address));
  },
  reload(): void {
    leave(() => window.location.reload());
  },
  submit(form: HTMLFormElement): void {
    leave(() => form.submit());
  },
};

/** Reports whether the application itself is leaving the document, and not the user. */
export function isLeavingDocument(): boolean {
  return isLeaving;
}

/** Reports whether the page has unsaved input: a guard would ask before the document unloads. */
export function hasUnsavedInput(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}
