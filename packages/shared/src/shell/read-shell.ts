/** Where the application is drawn, and the page inside the HTML that the server made. */
export function readShell<Page>(): { root: HTMLElement; page: Page } {
  const root = document.getElementById("root");
  const embedded = document.getElementById("page-data");
  if (!root || !embedded) throw new Error("The page shell is incomplete");
  return { root, page: JSON.parse(embedded.textContent) as Page };
}
