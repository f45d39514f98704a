/** The document's property with the height of the page's header. A banner in it may have several lines. */
export const PAGE_HEADER_PROPERTY = "--page-header";
/** The id of the page's header. */
export const PAGE_HEADER_ID = "page-header";
const MIN_HEIGHT = 64;

/** The height of the page's header, for styles. */
export const PAGE_HEADER_HEIGHT = `var(${PAGE_HEADER_PROPERTY}, ${MIN_HEIGHT}px)`;

/** The top of the header's tools, below a banner, for styles. */
export const PAGE_TOOLS_TOP = `calc(${PAGE_HEADER_HEIGHT} - ${MIN_HEIGHT}px)`;

/** Returns the height of the page's header in pixels. */
export function pageHeaderHeight(): number {
  const measured = document.documentElement.style.getPropertyValue(PAGE_HEADER_PROPERTY);
  return measured === "" ? MIN_HEIGHT : Number.parseFloat(measured);
}
