//! Courses whose price may be multiplied wrongly.

use sqlx::PgConnection;

use crate::masters::course_units::counts_one;

/// Finds active courses whose unit was saved before units were limited to one guest or one portion (gaps G277).
pub(super) async fn units(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    let courses = sqlx::query!(
        r#"SELECT c.id, r.slug, c.custom_unit_ja AS ja, c.custom_unit_en AS en
           FROM courses c JOIN restaurants r ON r.id = c.restaurant_id
           WHERE c.is_active AND (c.custom_unit_ja IS NOT NULL OR c.custom_unit_en IS NOT NULL) ORDER BY c.id"#
    )
    .fetch_all(conn)
    .await?;
    let found = courses.into_iter().filter_map(|course| {
        let units = [course.ja, course.en].into_iter().flatten();
        let wrong: Vec<_> = units.filter(|unit| !unit.is_empty() && !counts_one(unit)).collect();
        let units = wrong.join(", ");
        (!wrong.is_empty()).then(|| format!("course {} of {} is priced for each: {units}", course.id, course.slug))
    });
    Ok(found.collect())
}
