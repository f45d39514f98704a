//! Inventory groups and their items.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Constraints, Master, MasterEdit, Written};
use super::error::MasterError;
use super::fields::FieldChecks;
use super::statements::{delete, select, upsert};
use crate::ids::{InventoryGroupId, RestaurantId};
use crate::inventory::risky::{RiskyError, set_capacity};

const TYPES: [&str; 3] = ["counter", "table", "private_room"];
/// Maximum number of items that one form creates.
const MAX_ITEMS: usize = 100;

/// Seats of one kind.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct InventoryGroupRecord {
    #[serde(default)]
    pub id: i64,
    pub title_ja: String,
    pub title_en: String,
    pub short_label: String,
    /// `counter`, `table` or `private_room`.
    pub inventory_type: String,
    /// Number of guests on one item. It cannot change while upcoming slots offer the group, or if upcoming parties would not fit.
    pub capacity_per_stock: i32,
    #[serde(default)]
    #[schema(required)]
    pub custom_guests_count_label_ja: Option<String>,
    #[serde(default)]
    #[schema(required)]
    pub custom_guests_count_label_en: Option<String>,
    #[serde(default)]
    pub position: i32,
}

impl InventoryGroupRecord {
    /// Changes the capacity, unless the seats are in use: upcoming slots offer party sizes for the capacity that their group had, and
    /// upcoming parties must fit.
    async fn change_capacity(
        &self,
        conn: &mut PgConnection,
        edit: &MasterEdit<'_>,
        id: i64,
    ) -> Result<(), MasterError> {
        let in_use = || MasterError::field("capacity_per_stock", "master_capacity_in_use");
        let changes = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM inventory_groups g JOIN restaurants r ON r.id = g.restaurant_id
                   JOIN online_stock_groups o ON o.restaurant_id = g.restaurant_id AND o.inventory_group_id = g.id
                   WHERE g.restaurant_id = $1 AND g.id = $2 AND g.capacity_per_stock <> $3 AND o.deleted_at IS NULL
                     AND o.date >= ($4::timestamptz AT TIME ZONE r.time_zone)::date) AS "changes!""#,
            edit.restaurant_id(),
            id,
            self.capacity_per_stock,
            edit.now,
        );
        if changes.fetch_one(&mut *conn).await? {
            return Err(in_use());
        }
        let (restaurant, group) = (RestaurantId(edit.restaurant_id()), InventoryGroupId(id));
        let changed = set_capacity(conn, edit.now, restaurant, group, self.capacity_per_stock).await;
        changed.map_err(|error| match error {
            RiskyError::Database(error) => error.into(),
            _ => in_use(),
        })
    }
}

impl Master for InventoryGroupRecord {
    const NAME: &'static str = "inventory_groups";

    select!(of_restaurant "inventory_groups", "t.id": i64;
        "id, title_ja, title_en, short_label, inventory_type, capacity_per_stock, custom_guests_count_label_ja,
         custom_guests_count_label_en, position"; order "position, id");
    delete!(of_restaurant "inventory_groups", "t.id": i64);

    fn check(&mut self, check: &mut FieldChecks, _: Option<&str>) {
        check.name("title_ja", &mut self.title_ja);
        check.name("title_en", &mut self.title_en);
        check.name("short_label", &mut self.short_label);
        check.require("inventory_type", TYPES.contains(&self.inventory_type.as_str()), "master_choice_invalid");
        check.within("capacity_per_stock", self.capacity_per_stock, 1..=200);
        check.optional_name("custom_guests_count_label_ja", &mut self.custom_guests_count_label_ja);
        check.optional_name("custom_guests_count_label_en", &mut self.custom_guests_count_label_en);
    }

    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, id: Option<i64>) -> Written<i64> {
        if let Some(id) = id {
            self.change_capacity(conn, edit, id).await?;
        }
        let written = upsert!(
            of_restaurant "inventory_groups", "t.id" = (edit, id);
            update "title_ja = $3, title_en = $4, short_label = $5, inventory_type = $6, capacity_per_stock = $7,
                    custom_guests_count_label_ja = $8, custom_guests_count_label_en = $9, position = $10";
            insert "title_ja, title_en, short_label, inventory_type, capacity_per_stock, custom_guests_count_label_ja,
                    custom_guests_count_label_en, position, uid", "$3, $4, $5, $6, $7, $8, $9, $10, $11";
            self.title_ja, self.title_en, self.short_label, self.inventory_type, self.capacity_per_stock,
            self.custom_guests_count_label_ja, self.custom_guests_count_label_en, self.position, edit.rng.uid()
        );
        Ok(written.fetch_optional(conn).await?)
    }
}

/// One seat or table. A form of new items may name several, one on each line. An item cannot move to another group.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct InventoryItemRecord {
    #[serde(default)]
    pub id: i64,
    #[serde(default)]
    pub inventory_group_id: i64,
    pub label: String,
    #[serde(default)]
    pub position: i32,
}

impl Master for InventoryItemRecord {
    const NAME: &'static str = "inventory_items";
    const CONSTRAINTS: Constraints = &[("inventory_items_group_fkey", "inventory_group_id", "inventory_group_unknown")];

    select!(of_restaurant "inventory_items", "t.id": i64; "t.id, t.inventory_group_id, t.label, t.position";
        join "JOIN inventory_groups g ON g.restaurant_id = t.restaurant_id AND g.id = t.inventory_group_id";
        order "g.position, g.id, t.position, t.id");
    delete!(of_restaurant "inventory_items", "t.id": i64);

    fn check(&mut self, check: &mut FieldChecks, key: Option<&str>) {
        if key.is_some() {
            check.name("label", &mut self.label);
            return;
        }
        let mut labels: Vec<_> = self.label.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
        check.require("label", !labels.is_empty(), "blank");
        check.require("label", labels.len() <= MAX_ITEMS, "too_many_items");
        for label in &mut labels {
            check.name("label", label);
        }
        self.label = labels.join("\n");
    }

    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, id: Option<i64>) -> Written<i64> {
        let Some(id) = id else { return self.insert(conn, edit).await };
        let updated = sqlx::query_scalar!(
            "UPDATE inventory_items SET label = $3, position = $4 WHERE restaurant_id = $1 AND id = $2 RETURNING id",
            edit.restaurant_id(),
            id,
            self.label,
            self.position,
        );
        Ok(updated.fetch_optional(conn).await?)
    }
}

impl InventoryItemRecord {
    /// Returns the key of the first inserted item.
    async fn insert(self, conn: &mut PgConnection, edit: &MasterEdit<'_>) -> Written<i64> {
        let labels: Vec<_> = self.label.lines().map(str::to_owned).collect();
        let uids: Vec<_> = labels.iter().map(|_| edit.rng.uid()).collect();
        let ids = sqlx::query_scalar!(
            "INSERT INTO inventory_items (uid, restaurant_id, inventory_group_id, label, position)
             SELECT uid, $1, $2, label, n - 1 + coalesce((SELECT max(position) + 1 FROM inventory_items
                 WHERE restaurant_id = $1 AND inventory_group_id = $2), 0)
             FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS new (uid, label, n) ORDER BY n RETURNING id",
            edit.restaurant_id(),
            self.inventory_group_id,
            &uids,
            &labels,
        );
        Ok(ids.fetch_all(conn).await?.into_iter().min())
    }
}
