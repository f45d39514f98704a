/** Document navigation, in one place so that tests can observe it. */
export const browser = {
  assign(address: string): void {
    window.location.assign(address);
  },
  reload(): void {
    window.location.reload();
  },
};

/** Reports whether the page has unsaved input: a guard would ask before the document unloads. */
export function hasUnsavedInput(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}
