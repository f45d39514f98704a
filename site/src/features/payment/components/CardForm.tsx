import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { UserFacingError } from "@seki/shared/writes";
import { ApiError, send, useSiteConfig } from "@/api";
import { loadCards } from "@/external";
import type { CardElement, CardElementType, CardsClient } from "@/external";
import { AppleProof, ProofFields, isAppleRequired, useProof } from "@/features/accounts/components/ProofFields";
import type { ProofWay } from "@/features/accounts/components/ProofFields";
import { useLocale } from "@/navigation";
import { Button, ErrorText, Notice, Skeleton, TextField, WriteProblem, useWrite } from "@/ui";
import { wordsIn } from "../model/three-d-secure";
import styles from "./CardForm.module.css";

const TOO_MANY = 429;
const PARTS: CardElementType[] = ["cardNumber", "cardExpiry", "cardCvc"];
const ELEMENT_STYLE = { base: { fontSize: "16px", color: "#211d18", lineHeight: "24px" } };
const PLACEHOLDER: Record<CardElementType, string> = {
  cardNumber: "1234 1234 1234 1234",
  cardExpiry: "MM / YY",
  cardCvc: "CVC",
};

type PartState = { complete: boolean; error?: string | undefined };
type Parts = Record<CardElementType, PartState>;

const EMPTY: Parts = {
  cardNumber: { complete: false },
  cardExpiry: { complete: false },
  cardCvc: { complete: false },
};

interface CardFormProps {
  next: string | null;
  /** The kinds of proof of identity that replacing a card requires; empty for the first card. */
  proofWays: readonly ProofWay[];
  onRegistered: (redirectUrl: string) => void | Promise<void>;
}

/** Registers a card: the number goes from the card script to its provider and never through this site. */
export function CardForm({ next, proofWays, onRegistered }: CardFormProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { card_script_url, card_publishable_key } = useSiteConfig();
  const [cards, setCards] = useState<CardsClient | "failed" | null>(null);
  const [parts, setParts] = useState<Parts>(EMPTY);
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const proof = useProof(proofWays);
  // A card that the provider has saved and the server has not registered, because of the proof or a lost connection. It
  // is sent again.
  const saved = useRef<string | null>(null);
  const registering = useWrite({
    handles: async (error) => {
      const isTaken = await proof.takes(error);
      if (!isTaken && error instanceof ApiError && error.status !== TOO_MANY) saved.current = null;
      return isTaken;
    },
  });
  const holders = useRef<Partial<Record<CardElementType, HTMLDivElement | null>>>({});
  const number = useRef<CardElement | null>(null);

  useEffect(() => {
    let left = false;
    loadCards({ card_script_url, card_publishable_key }, locale).then(
      (client) => !left && setCards(client),
      () => !left && setCards("failed"),
    );
    return () => {
      left = true;
    };
    // Compares by text: each page has a new configuration object, and a new client empties the fields.
  }, [card_script_url, card_publishable_key, locale]);

  useEffect(() => {
    if (cards === null || cards === "failed") return;
    const elements = cards.elements({ locale });
    const mounted = PARTS.flatMap((part) => {
      const holder = holders.current[part];
      if (!holder) return [];
      const element = elements.create(part, { style: ELEMENT_STYLE, placeholder: PLACEHOLDER[part], disabled: false });
      element.mount(holder);
      element.on("change", ({ complete, error }) => {
        saved.current = null;
        setParts((all) => ({ ...all, [part]: { complete, error: error?.message } }));
      });
      if (part === "cardNumber") number.current = element;
      return [element];
    });
    return () => {
      for (const element of mounted) element.destroy();
      setParts(EMPTY);
    };
  }, [cards, locale]);

  const register = async (client: CardsClient, element: CardElement) => {
    if (saved.current === null) {
      const { client_secret } = await send("POST", "/users/profile/credit_card/setup_intent");
      const confirmed = await client.confirmCardSetup(client_secret, {
        payment_method: { card: element, billing_details: { name: name.trim() } },
      });
      if (confirmed.error) throw new UserFacingError(wordsIn(locale, confirmed.error.message) ?? t("card.refused"));
      saved.current = confirmed.setupIntent.payment_method;
    }
    const { data } = await send("POST", "/users/profile/credit_card/payment_method", {
      body: { payment_method_id: saved.current, next, ...proof.body },
    });
    saved.current = null;
    await onRegistered(data.redirect_url);
  };

  const submit = async (event: React.SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    registering.reset();
    const isProofGiven = proof.check();
    const complete = PARTS.every((part) => parts[part].complete) && name.trim() !== "" && isProofGiven;
    const element = number.current;
    if (!complete || cards === null || cards === "failed" || !element) return;
    await registering.write(() => register(cards, element));
  };

  if (cards === "failed") {
    return (
      <Notice kind="alert" live>
        <p>{t("card.script_failed")}</p>
      </Notice>
    );
  }
  if (isAppleRequired(proofWays)) return <AppleProof />;
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {PARTS.map((part) => {
        const error = parts[part].error ?? (tried && !parts[part].complete ? t(`card.missing.${part}`) : undefined);
        return (
          <div key={part} className={styles[part]}>
            {/* The field that the script draws has its own label for assistive technology. */}
            <span className={styles.label} aria-hidden="true">
              {t(`card.${part}`)}
            </span>
            <div
              className={styles.holder}
              data-invalid={error !== undefined}
              ref={(holder) => void (holders.current[part] = holder)}
            >
              {cards === null && <Skeleton height="1.5rem" />}
            </div>
            {error && <ErrorText>{error}</ErrorText>}
          </div>
        );
      })}
      <TextField
        label={t("card.name")}
        autoComplete="cc-name"
        autoCapitalize="characters"
        value={name}
        className={styles.name}
        error={tried && name.trim() === "" ? t("card.missing.name") : undefined}
        onChange={(event) => {
          saved.current = null;
          setName(event.target.value);
        }}
      />
      {proof.way !== null && (
        <div className={styles.proof}>
          <ProofFields proof={proof} />
        </div>
      )}
      {registering.problem && (
        <div className={styles.problem}>
          <WriteProblem write={registering} />
        </div>
      )}
      <Button type="submit" kind="primary" busy={registering.busy} disabled={cards === null} className={styles.submit}>
        {t("card.register")}
      </Button>
      <p className={styles.note}>{t("card.note")}</p>
    </form>
  );
}
