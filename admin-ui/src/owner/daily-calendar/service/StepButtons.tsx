import type { Translate } from "@/owner/i18n/use-t";
import type { CalendarItem } from "../model/blocks";
import type { Lateness, ServiceState } from "./steps";

/** Dimensions of the buttons in pixels. Their shown part is lower: the block's name remains visible above it. */
export const STEP_SIZE = { width: 60, height: 44, face: 32, gap: 8 };

/** Returns the width of the buttons. */
export function stepsWidth(count: number): number {
  return count * STEP_SIZE.width + Math.max(0, count - 1) * STEP_SIZE.gap;
}

/** Returns the steps of the buttons: a missing party's no-show, if there is space for it, and the next step. */
export function stepsShown(next: ServiceState, lateness: Lateness | null, width: number): readonly ServiceState[] {
  if (width < stepsWidth(1)) return [];
  return lateness === "awaited" && width >= stepsWidth(2) ? ["no_show", next] : [next];
}

interface Props {
  item: CalendarItem;
  steps: readonly ServiceState[];
  /** The area at whose right edge the buttons are drawn, also while it is scrolled out of view. */
  box: { left: number; top: number; width: number };
  /** Index of the table's row on the floor. */
  table?: number | undefined;
  isPending: boolean;
  t: Translate;
}

/**
 * The buttons that record a party's next step by one press. They are not part of its block, whose press opens the pane.
 * The keyboard has the key S.
 */
export function StepButtons({ item, steps, box, table, isPending, t }: Props) {
  return (
    <span className="steps" style={box} data-table={table} data-of={item.uid}>
      {steps.map((step) => (
        <button
          key={step === "no_show" ? step : "next"}
          type="button"
          className={step === "no_show" ? "step missing" : "step"}
          data-step={step}
          data-of={item.uid}
          tabIndex={-1}
          aria-disabled={isPending}
          aria-label={t("service.next", { name: item.title, step: t(`service.step.${step}`) })}
        >
          <span className="face" aria-hidden>
            {step === "no_show" ? t("service.no_show_short") : t(`service.step.${step}`)}
          </span>
        </button>
      ))}
    </span>
  );
}
