/** Returns the root element of the application, and the page inside the server's HTML. */
export function readShell<Page>(): { root: HTMLElement; page: Page } {
  const root = document.getElementById("root");
  const embedded = document.getElementById("page-data");
  if (!root || !embedded) throw new Error("The page shell is incomplete");
  return { root, page: JSON.parse(embedded.textContent) as Page };
}
