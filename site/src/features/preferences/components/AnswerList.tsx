import { useTranslation } from "react-i18next";
import type { AnswerGroup } from "@/api";
import { Checkbox, Facts } from "@/ui";
import styles from "./AnswerList.module.css";

interface AnswerListProps {
  group: AnswerGroup;
  /** Guests whose answers are dropped, if the diner must choose them. */
  dropped?: readonly number[];
  onToggle?: (id: number) => void;
}

/** The answers of a party's guests. */
export function AnswerList({ group, dropped = [], onToggle }: AnswerListProps) {
  const { t } = useTranslation();
  return (
    <ol className={styles.guests}>
      {group.answers.map(({ id, answers }, place) => (
        <li key={id}>
          <h3 className={styles.guest}>{t("preferences.guest", { number: place + 1 })}</h3>
          {answers.length > 0 ? (
            <Facts facts={answers.map(({ question, answer }) => ({ label: question, value: answer }))} />
          ) : (
            <p>{t("preferences.none")}</p>
          )}
          {onToggle && (
            <Checkbox
              label={t("edit.keep", { number: place + 1 })}
              checked={!dropped.includes(id)}
              onChange={() => onToggle(id)}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
