//! A gold diner's preference for a visit (diner §5, gaps G096), and the slot of a reservation, which may be reserved for gold members.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::Reservation;
use crate::availability::day::Slot;
use crate::availability::queries;
use crate::ids::{ReservationId, RestaurantId};

pub const LAST_VISIT_PERIODS: [&str; 5] =
    ["within_1_month", "within_3_months", "within_6_months", "within_1_year", "over_1_year"];
pub const USAGE_SCENES: [&str; 6] = ["business", "anniversary", "family", "friends", "date", "other"];
pub const FOOD_AMOUNTS: [&str; 3] = ["less", "normal", "more"];

/// The preference form, as submitted or stored. Omitted fields are blank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoldPreferenceForm {
    pub is_first_visit: bool,
    pub last_visit_period: String,
    pub usage_scene: String,
    pub food_amount: String,
}

impl GoldPreferenceForm {
    /// Validates the form. Fields that do not apply are cleared: a first visit has no last visit.
    ///
    /// # Errors
    /// The name and code of each field that is missing or invalid.
    pub fn check(&self) -> Result<Self, Vec<(String, &'static str)>> {
        let period = if self.is_first_visit { "" } else { self.last_visit_period.as_str() };
        let asked = [
            ("last_visit_period", period, &LAST_VISIT_PERIODS[..], !self.is_first_visit),
            ("usage_scene", self.usage_scene.as_str(), &USAGE_SCENES[..], true),
            ("food_amount", self.food_amount.as_str(), &FOOD_AMOUNTS[..], true),
        ];
        let faults: Vec<_> = asked
            .into_iter()
            .filter_map(|(field, value, choices, is_required)| {
                let code = match value {
                    "" if is_required => "blank",
                    "" => return None,
                    value if choices.contains(&value) => return None,
                    _ => "field_invalid",
                };
                Some((format!("gold_reservation_preference.{field}"), code))
            })
            .collect();
        let valid = Self { last_visit_period: period.to_owned(), ..self.clone() };
        if faults.is_empty() { Ok(valid) } else { Err(faults) }
    }
}

/// Reports whether a reservation's slot is reserved for gold members.
pub async fn is_gold(conn: &mut PgConnection, restaurant: RestaurantId, id: ReservationId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM reservations r JOIN gold_allocations g ON g.restaurant_id = r.restaurant_id
               AND g.online_stock_group_id = r.online_stock_group_id WHERE r.restaurant_id = $1 AND r.id = $2) AS "is_gold!""#,
        restaurant.0,
        id.0,
    )
    .fetch_one(conn)
    .await
}

/// Returns the slot of a reservation while it is open. A diner who booked a gold slot stays entitled to it (gaps G090, G131).
pub async fn find_slot(
    conn: &mut PgConnection,
    reservation: &Reservation,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Slot>> {
    let Some(id) = reservation.online_stock_group_id else { return Ok(None) };
    let asked = [(reservation.restaurant_id, id)];
    let mut found = match is_gold(conn, reservation.restaurant_id, reservation.id).await? {
        true => queries::find_gold_slots(conn, &asked, now).await?,
        false => queries::find_slots(conn, &asked, now).await?,
    };
    Ok(found.pop())
}

pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
) -> sqlx::Result<Option<GoldPreferenceForm>> {
    sqlx::query_as!(
        GoldPreferenceForm,
        "SELECT is_first_visit, last_visit_period, usage_scene, food_amount FROM gold_reservation_preferences
         WHERE restaurant_id = $1 AND reservation_id = $2",
        restaurant.0,
        id.0,
    )
    .fetch_optional(conn)
    .await
}

pub async fn save(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
    preference: &GoldPreferenceForm,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO gold_reservation_preferences (restaurant_id, reservation_id, is_first_visit, last_visit_period, usage_scene,
             food_amount) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (restaurant_id, reservation_id) DO UPDATE SET is_first_visit = excluded.is_first_visit,
             last_visit_period = excluded.last_visit_period, usage_scene = excluded.usage_scene, food_amount = excluded.food_amount",
        restaurant.0,
        id.0,
        preference.is_first_visit,
        preference.last_visit_period,
        preference.usage_scene,
        preference.food_amount,
    )
    .execute(conn)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_visit_has_no_last_visit() {
        let form = GoldPreferenceForm {
            is_first_visit: true,
            last_visit_period: "within_1_year".into(),
            usage_scene: "family".into(),
            food_amount: "normal".into(),
        };
        assert_eq!(form.check().unwrap().last_visit_period, "");
        let again = GoldPreferenceForm { is_first_visit: false, last_visit_period: String::new(), ..form };
        assert_eq!(again.check().unwrap_err(), [("gold_reservation_preference.last_visit_period".to_owned(), "blank")]);
    }

    #[test]
    fn invalid_fields_are_named() {
        let faults =
            GoldPreferenceForm { usage_scene: "nap".into(), ..GoldPreferenceForm::default() }.check().unwrap_err();
        let codes: Vec<_> = faults.iter().map(|(field, code)| (field.rsplit('.').next().unwrap(), *code)).collect();
        assert_eq!(codes, [("last_visit_period", "blank"), ("usage_scene", "field_invalid"), ("food_amount", "blank")]);
    }
}
