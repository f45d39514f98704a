import { help as en } from "@/i18n/en/help";
import { help as ja } from "@/i18n/ja/help";
import type { Help } from "@/i18n/ja/help";
import { AppLink, paths, useLocale, useTitle } from "@/navigation";
import { PageFrame, Panel, Stack } from "@/ui";
import styles from "./HelpPage.module.css";

/** Where the answer to a question leads, if anywhere. */
const TARGETS: Record<keyof Help["questions"], string | null> = {
  book: paths.home,
  account: paths.sign_up,
  pay: null,
  fee: null,
  bank: paths.credit_card_edit,
  cancel: paths.upcoming_reservations,
  change: paths.upcoming_reservations,
  late: paths.upcoming_reservations,
  receipt: paths.payment_histories,
  full: paths.customers,
  raffle: paths.raffle,
  password: paths.password_new,
  phone: paths.phone_edit,
  abroad: null,
  plan: paths.premium,
  leave: paths.account_deletion,
};

const QUESTIONS = Object.keys(TARGETS) as (keyof Help["questions"])[];

/** Frequent questions, each with its answer. */
export default function HelpPage() {
  const help: Help = useLocale() === "en" ? en : ja;
  useTitle(help.title);
  return (
    <PageFrame narrow title={help.title} lead={help.lead}>
      <Stack>
        <Panel>
          <Stack>
            {QUESTIONS.map((name) => {
              const { question, answer, link } = help.questions[name];
              const target = TARGETS[name];
              return (
                <section key={name} id={name} className={styles.question} aria-labelledby={`${name}-question`}>
                  <h2 id={`${name}-question`}>{question}</h2>
                  <p className="prose">{answer}</p>
                  {target !== null && <AppLink to={target}>{link}</AppLink>}
                </section>
              );
            })}
          </Stack>
        </Panel>
        <p>
          {help.more} <AppLink to={paths.legalOf("contact")}>{help.contact}</AppLink>
        </p>
      </Stack>
    </PageFrame>
  );
}
