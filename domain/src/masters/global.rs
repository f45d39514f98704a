//! Global master data: areas and cuisines.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Constraints, Master, MasterEdit, Written};
use super::fields::FieldChecks;
use super::statements::{delete, select, upsert};
use crate::ids::RestaurantId;
use crate::restaurants::search;

/// A kind of label of which each restaurant has one: its table, and the query for the restaurants of a label.
macro_rules! labels {
    ($(#[$doc:meta])+ $record:ident, $table:literal, $unique:literal, $restaurants:literal) => {
        $(#[$doc])+
        #[derive(Debug, Serialize, Deserialize, ToSchema)]
        pub struct $record {
            #[serde(default)]
            pub id: i64,
            pub label_ja: String,
            pub label_en: String,
            #[serde(default)]
            pub position: i32,
        }

        impl Master for $record {
            const NAME: &'static str = $table;
            const CONSTRAINTS: Constraints = &[($unique, "label_ja", "master_taken")];

            select!(of_platform $table, "t.id": i64; "id, label_ja, label_en, position"; order "position, id");
            delete!(of_platform $table, "t.id": i64);

            fn check(&mut self, check: &mut FieldChecks, _: Option<&str>) {
                check.name("label_ja", &mut self.label_ja);
                check.name("label_en", &mut self.label_en);
            }

            /// Writes the label, and updates the search texts of the restaurants that have it.
            async fn write(self, conn: &mut PgConnection, _: &MasterEdit<'_>, id: Option<i64>) -> Written<i64> {
                let written = upsert!(
                    of_platform $table, "t.id" = id;
                    update "label_ja = $2, label_en = $3, position = $4";
                    insert "label_ja, label_en, position", "$2, $3, $4";
                    self.label_ja, self.label_en, self.position
                );
                let Some(id) = written.fetch_optional(&mut *conn).await? else { return Ok(None) };
                let restaurants = sqlx::query_scalar!($restaurants, id).fetch_all(&mut *conn).await?;
                let restaurants: Vec<_> = restaurants.into_iter().map(RestaurantId).collect();
                search::write(conn, &restaurants).await?;
                Ok(Some(id))
            }
        }
    };
}

labels!(
    /// Locations of restaurants.
    AreaRecord, "areas", "areas_label_ja_key", "SELECT id FROM restaurants WHERE area_id = $1"
);
labels!(
    /// Styles of cooking.
    CuisineRecord, "cuisines", "cuisines_label_ja_key", "SELECT id FROM restaurants WHERE cuisine_id = $1"
);
