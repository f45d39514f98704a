/**
 * Leaves the next file of tests a page that nobody has been on: the files of a process share one document, since to make one for each
 * takes longer than most of their tests. (Style sheets stay, as the library that writes them thinks they do.)
 */
export function forgetPage(): void {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split("; ")) document.cookie = `${cookie.split("=")[0]}=; Max-Age=0; path=/`;
  document.body.replaceChildren();
  document.documentElement.removeAttribute("lang");
  document.title = "";
  history.replaceState(null, "", "/");
}
