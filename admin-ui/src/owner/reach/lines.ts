export type Language = "ja" | "en";

interface Wanted {
  slug: string;
  name: string;
  language: Language;
  /** Addresses of the script and of the frame's page. */
  script: string;
  page: string;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

function attribute(value: string): string {
  return `"${value.replaceAll(/["&<>]/g, (sign) => ENTITIES[sign] ?? sign)}"`;
}

/** Returns one line with a script, which fits the frame to its content, and one without. */
export function linesOf({ slug, name, language, script, page }: Wanted): { script: string; frame: string } {
  const title = language === "ja" ? `${name}のご予約` : `Book a table at ${name}`;
  const source = attribute(`${page}?locale=${language}`);
  const style = attribute("width:100%;height:1200px;border:0");
  return {
    script: `<script src=${attribute(script)} data-restaurant=${attribute(slug)} data-lang=${attribute(language)} async></script>`,
    frame: `<iframe src=${source} title=${attribute(title)} style=${style}></iframe>`,
  };
}
