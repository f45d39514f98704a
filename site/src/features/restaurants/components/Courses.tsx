import { useTranslation } from "react-i18next";
import type { Course, Operation } from "@/api";
import { formatYen } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";
import styles from "./Courses.module.css";

interface CoursesProps {
  courses: Course[];
  operations: Operation[];
  deliveryOnly: boolean;
}

export function Courses({ courses, operations, deliveryOnly }: CoursesProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (courses.length === 0) return null;
  return (
    <section className={styles.courses} aria-labelledby="courses">
      <h2 id="courses">{t("restaurant.courses")}</h2>
      {operations.map((operation) => {
        const served = courses.filter((course) => course.operation === operation.name);
        if (served.length === 0) return null;
        return (
          <div key={operation.name} className={styles.operation}>
            <h3 className={styles.meal}>
              {operation.name === "takeaway" && deliveryOnly
                ? t("operation.delivery")
                : t(`operation.${operation.name}`)}
              <span>{t("restaurant.hours", { from: operation.from, till: operation.till })}</span>
            </h3>
            <ul>
              {served.map((course) => (
                <li key={course.uid} className={styles.course}>
                  <div>
                    <p className={styles.name}>
                      {course.title}
                      {course.is_prepaid && <span className={styles.tag}>{t("course.prepaid")}</span>}
                    </p>
                    {course.description && <p className={styles.text}>{course.description}</p>}
                  </div>
                  <p className={styles.price}>
                    {course.price === 0 && course.price_description ? (
                      <span>{course.price_description}</span>
                    ) : (
                      <>
                        {formatYen(course.price, locale)}
                        <span>{course.custom_unit}</span>
                      </>
                    )}
                  </p>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
