/** Document navigation, in one place so that tests can observe it. */
export const browser = {
  assign(address: string): void {
    window.location.assign(address);
  },
  reload(): void {
    window.location.reload();
  },
};
