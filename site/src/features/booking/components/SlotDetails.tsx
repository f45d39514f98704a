import { useTranslation } from "react-i18next";
import type { GroupCourse, OnlineStockGroup } from "@/api";
import { formatYen } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";
import { Notice, SelectField } from "@/ui";
import { orderKindOf } from "../model/order";
import { coursesFor, selectCourse, selectGuests, selectTime, timesFor } from "../model/selection";
import type { SlotSelection } from "../model/selection";
import styles from "./SlotDetails.module.css";

interface SlotDetailsProps {
  group: OnlineStockGroup;
  deliveryOnly: boolean;
  selection: SlotSelection;
  onChange: (selection: SlotSelection) => void;
}

export function SlotDetails({ group, deliveryOnly, selection, onChange }: SlotDetailsProps) {
  const { t } = useTranslation();
  const courses = coursesFor(group, selection.guests);
  const times = timesFor(group, selection.guests);
  const order = orderKindOf(group.operation, { is_delivery_only: deliveryOnly });
  const guestOptions = group.guests_count_option_values.toSorted((a, b) => a - b);
  return (
    <div className={styles.details}>
      <div className={styles.selects}>
        <SelectField
          label={group.inventory_group.custom_guests_count_label || t(order ? "booking.portions" : "booking.guests")}
          data-part="guests"
          value={selection.guests}
          onChange={(event) => onChange(selectGuests(selection, group, Number(event.target.value)))}
        >
          {guestOptions.map((count) => (
            <option key={count} value={count}>
              {t(order ? "booking.portions_count" : "booking.guests_count", { count })}
            </option>
          ))}
        </SelectField>
        {!deliveryOnly && (
          <SelectField
            label={t(order ? "booking.pickup_time" : "booking.start_time")}
            data-part="time"
            value={selection.timeId ?? ""}
            onChange={(event) => onChange(selectTime(selection, Number(event.target.value) || null))}
          >
            {group.time_options.length !== 1 && <option value="">{t("common.choose")}</option>}
            {group.time_options.map(({ id, start_time }) => (
              <option key={id} value={id} disabled={!times.some((time) => time.id === id)}>
                {times.some((time) => time.id === id) ? start_time : t("booking.time_full", { time: start_time })}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <fieldset className={styles.courses}>
        <legend className={styles.legend}>{t("booking.course")}</legend>
        {courses.length === 0 && (
          <Notice>
            <p>{t(order ? "booking.no_course_order" : "booking.no_course")}</p>
          </Notice>
        )}
        {courses.map((course) => (
          <CourseChoice
            key={course.id}
            course={course}
            isOrder={order !== null}
            name={`course-${group.id}`}
            checked={selection.courseId === course.id}
            onChoose={() => onChange(selectCourse(selection, course.id))}
          />
        ))}
      </fieldset>
    </div>
  );
}

interface CourseChoiceProps {
  course: GroupCourse;
  isOrder: boolean;
  name: string;
  checked: boolean;
  onChoose: () => void;
}

function CourseChoice({ course, isOrder, name, checked, onChoose }: CourseChoiceProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <label className={styles.course} data-selected={checked}>
      <input type="radio" name={name} data-part="course" checked={checked} onChange={onChoose} />
      <span className={styles.text}>
        <span className={styles.name}>
          {course.title}
          {course.is_prepaid && <span className={styles.tag}>{t("course.prepaid")}</span>}
        </span>
        <span className={styles.price}>
          {course.price === 0 && course.price_description
            ? course.price_description
            : t("course.unit_price", { price: formatYen(course.price, locale), unit: course.custom_unit })}
        </span>
        {course.description && <span className={styles.description}>{course.description}</span>}
        {course.daily_remaining !== null && (
          <span className={styles.remaining}>
            {t(isOrder ? "booking.portions_left" : "booking.remaining", { count: course.daily_remaining })}
          </span>
        )}
      </span>
    </label>
  );
}
