import type { LegalDocumentPage } from "@/api";

/** The text of a document. Headings may repeat, and lines before the first heading have no heading. */
export function LegalSections({ sections }: { sections: LegalDocumentPage["sections"] }) {
  return sections.map(({ heading, body }, position) => (
    <section key={`${String(position)} ${heading}`}>
      {heading !== "" && <h2>{heading}</h2>}
      <p className="prose">{body}</p>
    </section>
  ));
}
