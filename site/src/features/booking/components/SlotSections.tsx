import { useTranslation } from "react-i18next";
import type { GroupedOnlineStockGroups, OnlineStockGroup } from "@/api";
import { formatYen } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";
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

type SlotProps = Omit<SlotSectionsProps, "grouped"> & { group: OnlineStockGroup };

function Slot({ group, deliveryOnly, selection, onGroup, onChange }: SlotProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const prices = group.courses.map(({ price }) => price).filter((price) => price > 0);
  return (
    <div className={styles.slot} data-selected={selection !== null}>
      <label className={styles.choice}>
        <input type="radio" name="online_stock_group_id" checked={selection !== null} onChange={() => onGroup(group)} />
        <span className={styles.title}>{group.display_title}</span>
        <span className={styles.meta}>
          {!group.display_title.includes(group.inventory_group.title) && <span>{group.inventory_group.title}</span>}
          {prices.length > 0 && <span>{t("home.price_from", { price: formatYen(Math.min(...prices), locale) })}</span>}
        </span>
      </label>
      {selection && <SlotDetails group={group} deliveryOnly={deliveryOnly} selection={selection} onChange={onChange} />}
    </div>
  );
}
