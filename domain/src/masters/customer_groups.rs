//! A restaurant's own customer groups. Staff set what cancellation slots do for a group.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Constraints, Master, MasterEdit, Written};
use super::error::MasterError;
use super::fields::FieldChecks;
use super::statements::{select, upsert};

/// A group. An archived one keeps its customers and cannot be chosen any more.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CustomerGroupRecord {
    #[serde(default)]
    pub id: i64,
    pub label: String,
    pub label_short: String,
    /// Its customers see all slots as full (gaps G056).
    #[serde(default)]
    pub soft_disallow_online_reservation: bool,
    #[serde(default)]
    pub is_archived: bool,
}

impl Master for CustomerGroupRecord {
    const NAME: &'static str = "customer_groups";
    const CONSTRAINTS: Constraints = &[("customer_groups_label_key", "label", "master_taken")];

    select!(of_restaurant "customer_groups", "t.id": i64;
        r#"id, label, label_short, soft_disallow_online_reservation, archived_at IS NOT NULL AS "is_archived!""#; order "t.id");

    fn check(&mut self, check: &mut FieldChecks, _: Option<&str>) {
        check.name("label", &mut self.label);
        check.name("label_short", &mut self.label_short);
    }

    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, id: Option<i64>) -> Written<i64> {
        let written = upsert!(
            of_restaurant "customer_groups", "t.id" = (edit, id);
            update "label = $3, label_short = $4, soft_disallow_online_reservation = $5,
                    archived_at = CASE WHEN $6::timestamptz IS NULL THEN NULL ELSE coalesce(t.archived_at, $6) END";
            insert "label, label_short, soft_disallow_online_reservation, archived_at, uid", "$3, $4, $5, $6, $7";
            self.label, self.label_short, self.soft_disallow_online_reservation, self.is_archived.then_some(edit.now), edit.rng.uid()
        );
        Ok(written.fetch_optional(conn).await?)
    }

    /// Deletes the group, together with its day summaries.
    async fn delete(conn: &mut PgConnection, edit: &MasterEdit<'_>, id: i64) -> Result<u64, MasterError> {
        let gone = sqlx::query!(
            "WITH summaries AS (DELETE FROM availability_days WHERE restaurant_id = $1 AND access_class = $2)
             DELETE FROM customer_groups WHERE restaurant_id = $1 AND id = $2",
            edit.restaurant_id(),
            id
        );
        Ok(gone.execute(conn).await.map_err(MasterError::from_deletion)?.rows_affected())
    }
}
