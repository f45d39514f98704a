import type { ReactElement } from "react";
import { useTranslate } from "ra-core";
import { DateInput, SelectInput, TextInput } from "react-admin";
import { useT } from "@/console/i18n/use-t";
import { LastDay } from "./LastDay";

type Choice = readonly [code: string, text: string];

interface FilterInputs {
  /** One of some codes, shown as texts. */
  choice: (source: string, choices: readonly Choice[], isAlwaysOn?: boolean) => ReactElement;
  /** Yes or no. */
  flag: (source: string, isAlwaysOn?: boolean) => ReactElement;
  text: (source: string, isAlwaysOn?: boolean) => ReactElement;
  /** The first and the last day of a time. */
  days: (source: string, isAlwaysOn?: boolean) => ReactElement[];
}

/** Returns the inputs of a list's filters. A blank input matches all rows. */
export function useFilterInputs(): FilterInputs {
  const t = useT();
  const translate = useTranslate();
  const choice: FilterInputs["choice"] = (source, choices, isAlwaysOn = false) => (
    <SelectInput
      key={source}
      source={source}
      choices={choices.map(([id, name]) => ({ id, name }))}
      translateChoice={false}
      emptyText={t("console.all")}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      alwaysOn={isAlwaysOn}
    />
  );
  const yesOrNo = [
    ["true", translate("ra.message.yes")],
    ["false", translate("ra.message.no")],
  ] as const;
  return {
    choice,
    flag: (source, isAlwaysOn) => choice(source, yesOrNo, isAlwaysOn),
    text: (source, isAlwaysOn = false) => (
      <TextInput key={source} source={source} type="search" alwaysOn={isAlwaysOn} />
    ),
    days: (source, isAlwaysOn = false) => [
      <DateInput key={`${source}_gte`} source={`${source}_gte`} alwaysOn={isAlwaysOn} />,
      <LastDay key={`${source}_lte`} source={`${source}_lte`} alwaysOn={isAlwaysOn} />,
    ],
  };
}
