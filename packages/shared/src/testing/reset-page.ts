/**
 * Resets the document for the next test file. All files of a process share one document, because creating one takes
 * longer than most of their tests. (Style sheets stay, because the library that writes them caches them.)
 */
export function resetPage(): void {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split("; ")) document.cookie = `${cookie.split("=")[0]}=; Max-Age=0; path=/`;
  document.body.replaceChildren();
  document.documentElement.removeAttribute("lang");
  document.title = "";
  history.replaceState(null, "", "/");
}
