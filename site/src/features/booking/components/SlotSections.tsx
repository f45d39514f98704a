import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { GroupedOnlineStockGroups, OnlineStockGroup } from "@/api";
import { formatYen } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";
import { differencesOf } from "../model/differences";
import type { Differences } from "../model/differences";
import { orderKindOf } from "../model/order";
import { OPERATIONS } from "../model/selection";
import type { SlotSelection } from "../model/selection";
import { SlotDetails } from "./SlotDetails";
import styles from "./SlotSections.module.css";

interface SlotSectionsProps {
  grouped: GroupedOnlineStockGroups;
  deliveryOnly: boolean;
  selection: SlotSelection | null;
  onGroup: (group: OnlineStockGroup) => void;
  onChange: (selection: SlotSelection) => void;
}

export function SlotSections({ grouped, deliveryOnly, selection, onGroup, onChange }: SlotSectionsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.sections}>
      {OPERATIONS.map((operation) => {
        const groups = grouped[operation];
        if (!groups || groups.length === 0) return null;
        return (
          <fieldset key={operation} className={styles.section}>
            <legend className={styles.legend}>
              {operation === "takeaway" && deliveryOnly ? t("operation.delivery") : t(`operation.${operation}`)}
            </legend>
            {groups.map((group) => (
              <Slot
                key={group.id}
                group={group}
                differences={differencesOf(group, groups)}
                deliveryOnly={deliveryOnly}
                selection={selection?.groupId === group.id ? selection : null}
                onGroup={onGroup}
                onChange={onChange}
              />
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}

type SlotProps = Omit<SlotSectionsProps, "grouped"> & { group: OnlineStockGroup; differences: Differences | null };

function Slot({ group, differences, deliveryOnly, selection, onGroup, onChange }: SlotProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const prices = group.courses.map(({ price }) => price).filter((price) => price > 0);
  return (
    <div className={styles.slot} data-selected={selection !== null}>
      <label className={styles.choice}>
        <input
          type="radio"
          name="online_stock_group_id"
          data-part="slot"
          checked={selection !== null}
          onChange={() => onGroup(group)}
        />
        <span className={styles.title}>{group.display_title}</span>
        <span className={styles.meta}>
          {!group.display_title.includes(group.inventory_group.title) && <span>{group.inventory_group.title}</span>}
          {differences && <SelectionNotice group={group} differences={differences} deliveryOnly={deliveryOnly} />}
          {prices.length > 0 && <span>{t("home.price_from", { price: formatYen(Math.min(...prices), locale) })}</span>}
        </span>
      </label>
      {selection && <SlotDetails group={group} deliveryOnly={deliveryOnly} selection={selection} onChange={onChange} />}
    </div>
  );
}

/** Distinguishes slots of the same name by their choices. */
function SelectionNotice({
  group,
  differences,
  deliveryOnly,
}: Pick<SlotProps, "group" | "deliveryOnly"> & { differences: Differences }) {
  const { t } = useTranslation();
  const { guests, times, courses } = differences;
  const isOrder = orderKindOf(group.operation, { is_delivery_only: deliveryOnly }) !== null;
  return (
    <>
      {guests && <span>{partyOf(t, guests, isOrder)}</span>}
      {times.length > 0 && <span>{times.join(" / ")}</span>}
      {courses.length > 0 && <span>{courses.join(" / ")}</span>}
    </>
  );
}

function partyOf(t: TFunction, { least, most }: NonNullable<Differences["guests"]>, isOrder: boolean): string {
  const upTo = t(isOrder ? "booking.portions_count" : "booking.guests_count", { count: most });
  return least === most ? upTo : t("booking.from_to", { least, most: upTo });
}
