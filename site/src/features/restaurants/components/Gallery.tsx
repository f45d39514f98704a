import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "@/ui";
import styles from "./Gallery.module.css";

interface Picture {
  url: string;
  /** Alternative text; may be empty. */
  text: string;
}

export function Gallery({ pictures, name }: { pictures: Picture[]; name: string }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<number | null>(null);
  if (pictures.length === 0) return null;
  const alt = (index: number) => pictures[index]?.text || t("restaurant.picture", { name, number: index + 1 });
  return (
    <section aria-label={t("restaurant.gallery")}>
      <ul className={styles.gallery}>
        {pictures.map((picture, index) => (
          <li key={picture.url}>
            <button type="button" className={styles.button} onClick={() => setShown(index)}>
              <img
                src={picture.url}
                alt={alt(index)}
                width={1600}
                height={1000}
                loading="lazy"
                className={styles.picture}
              />
            </button>
          </li>
        ))}
      </ul>
      <Dialog title={name} open={shown !== null} onClose={() => setShown(null)}>
        {shown !== null && (
          <img src={pictures[shown]?.url} alt={alt(shown)} width={1600} height={1000} className={styles.large} />
        )}
      </Dialog>
    </section>
  );
}
