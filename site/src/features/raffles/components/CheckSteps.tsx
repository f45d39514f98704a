import type { ReactNode } from "react";
import { raffleCheck as en } from "@/i18n/en/raffle-check";
import { raffleCheck as ja } from "@/i18n/ja/raffle-check";
import { paths, useLocale } from "@/navigation";
import styles from "./Raffle.module.css";

/** The raffle whose values fill the commands. Without one the commands show the names of the values. */
export interface CheckedRound {
  uid: string;
  winners_count: number;
  beacon_round: number;
  closes_at: string;
  chain_version: number;
}

/** drand's quicknet: its chain, the second of its first round, and the seconds between rounds. */
const BEACON = "https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
const GENESIS = 1_692_803_367;
const PERIOD = 3;

const SHEET = ["=HEX2DEC(LEFT(E1,6))*16777216+HEX2DEC(RIGHT(E1,6))", "=F1-INT(F1/T)*T", '=COUNTIF(C:C,"<="&G1)+1'];

/**
 * A short, complete explanation: what is fixed when, the chain, the draw, and the command that checks it
 * (docs/RAFFLES.md).
 */
export default function CheckSteps({ round }: { round: CheckedRound | undefined }) {
  const texts = { ja, en }[useLocale()];
  const { fixed, time, chain, draw, all } = texts;
  const uid = round?.uid ?? "UID";
  const winners = round?.winners_count ?? "WINNERS_COUNT";
  const beacon = round?.beacon_round ?? "BEACON_ROUND";
  const first = `${uid}:${winners}:${beacon}${closeOf(round)}`;
  const proof = `${window.location.origin}${paths.raffleRoundOf(uid)}/proof.json`;
  return (
    <div className={styles.prose}>
      <p className="prose">{texts.lead}</p>
      <Part title={fixed.title}>
        <Steps steps={Object.values(fixed.steps)} />
      </Part>
      <Part title={time.title}>
        <p className="prose">{time.text}</p>
        <Code>{`date -u -d @$((${GENESIS} + (${beacon} - 1) * ${PERIOD}))`}</Code>
      </Part>
      <Part title={chain.title}>
        <p className="prose">{chain.text}</p>
        <Code>{`curl -o proof.json ${proof}
link=$(printf '%s' "${first}" | sha256sum | cut -d' ' -f1)
# ${chain.each}
link=$(printf '%s' "$link:BCDFGHJKLMNP-1:1" | sha256sum | cut -d' ' -f1)`}</Code>
        <p className="prose">{chain.head}</p>
      </Part>
      <Part title={draw.title}>
        <p className="prose">{draw.text}</p>
        <Code>{`${BEACON}/public/${beacon}
printf '%s' "RANDOMNESS:CHAIN_HEAD:1" | sha256sum | cut -c1-12`}</Code>
        <p className="prose">{draw.sheet}</p>
        <Steps steps={Object.values(draw.steps)} codes={SHEET} />
        <p className="prose">{draw.again}</p>
      </Part>
      <Part title={all.title}>
        <p className="prose">{all.text}</p>
        <Code>{`seki raffle verify ${proof} --seen CHAIN_HEAD`}</Code>
      </Part>
    </div>
  );
}

/** The close at the end of the first link's text. Version 1 has none. */
function closeOf(round: CheckedRound | undefined): string {
  if (round === undefined) return ":CLOSES_AT";
  return round.chain_version === 1 ? "" : `:${Math.floor(Date.parse(round.closes_at) / 1000)}`;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Steps({ steps, codes = [] }: { steps: string[]; codes?: string[] }) {
  return (
    <ol>
      {steps.map((step, index) => (
        <li key={step}>
          {step}
          {codes[index] !== undefined && <Code>{codes[index]}</Code>}
        </li>
      ))}
    </ol>
  );
}

function Code({ children }: { children: string }) {
  return (
    <pre className={styles.code}>
      <code>{children}</code>
    </pre>
  );
}
