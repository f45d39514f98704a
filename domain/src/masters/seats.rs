//! Seats: inventory groups, and the items in them.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Edit, Master, met, number};
use super::error::MasterError;
use super::fields::Check;
use crate::ids::{InventoryGroupId, RestaurantId};
use crate::inventory::risky::{RiskyError, set_capacity};

const TYPES: [&str; 3] = ["counter", "table", "private_room"];
/// Most items that one form makes.
const MOST_ITEMS: usize = 100;

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
    /// Guests on one item. It stays while coming slots offer the group, or parties to come would not fit.
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
    fn check(&mut self) -> Result<(), MasterError> {
        let mut check = Check::default();
        check.name("title_ja", &mut self.title_ja);
        check.name("title_en", &mut self.title_en);
        check.name("short_label", &mut self.short_label);
        check.must("inventory_type", TYPES.contains(&self.inventory_type.as_str()), "invalid");
        check.within("capacity_per_stock", self.capacity_per_stock, 1..=200);
        for (field, label) in [
            ("custom_guests_count_label_ja", &mut self.custom_guests_count_label_ja),
            ("custom_guests_count_label_en", &mut self.custom_guests_count_label_en),
        ] {
            *label = label.take().filter(|text| !text.trim().is_empty());
            if let Some(text) = label {
                check.name(field, text);
            }
        }
        check.end()
    }

    /// Coming slots offer party sizes by the capacity that their group had.
    async fn must_keep_capacity(&self, conn: &mut PgConnection, edit: &Edit<'_>, id: i64) -> Result<(), MasterError> {
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
        match changes.fetch_one(conn).await? {
            true => Err(MasterError::field("capacity_per_stock", "master_capacity_in_use")),
            false => Ok(()),
        }
    }
}

impl Master for InventoryGroupRecord {
    const NAME: &'static str = "inventory_groups";

    async fn list(conn: &mut PgConnection, restaurant: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(
            Self,
            "SELECT id, title_ja, title_en, short_label, inventory_type, capacity_per_stock, custom_guests_count_label_ja,
                    custom_guests_count_label_en, position
             FROM inventory_groups WHERE restaurant_id = $1 ORDER BY position, id",
            restaurant.map_or(0, |id| id.0)
        )
        .fetch_all(conn)
        .await
    }

    fn key(&self) -> String {
        self.id.to_string()
    }

    async fn write(
        mut self,
        conn: &mut PgConnection,
        edit: &Edit<'_>,
        key: Option<&str>,
    ) -> Result<String, MasterError> {
        self.check()?;
        let id = key.map(number).transpose()?;
        if let Some(id) = id {
            self.must_keep_capacity(conn, edit, id).await?;
            let (restaurant, group) = (RestaurantId(edit.restaurant_id()), InventoryGroupId(id));
            set_capacity(conn, edit.now, restaurant, group, self.capacity_per_stock).await.map_err(
                |error| match error {
                    RiskyError::Database(error) => error.into(),
                    _ => MasterError::field("capacity_per_stock", "master_capacity_in_use"),
                },
            )?;
        }
        let saved = match id {
            None => {
                sqlx::query_scalar!(
                    "INSERT INTO inventory_groups (uid, restaurant_id, title_ja, title_en, short_label, inventory_type,
                         capacity_per_stock, custom_guests_count_label_ja, custom_guests_count_label_en, position)
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id",
                    edit.rng.uid(),
                    edit.restaurant_id(),
                    self.title_ja,
                    self.title_en,
                    self.short_label,
                    self.inventory_type,
                    self.capacity_per_stock,
                    self.custom_guests_count_label_ja,
                    self.custom_guests_count_label_en,
                    self.position,
                )
                .fetch_one(conn)
                .await?
            }
            Some(id) => {
                let updated = sqlx::query_scalar!(
                    "UPDATE inventory_groups SET title_ja = $3, title_en = $4, short_label = $5, inventory_type = $6,
                         capacity_per_stock = $7, custom_guests_count_label_ja = $8, custom_guests_count_label_en = $9, position = $10
                     WHERE restaurant_id = $1 AND id = $2 RETURNING id",
                    edit.restaurant_id(),
                    id,
                    self.title_ja,
                    self.title_en,
                    self.short_label,
                    self.inventory_type,
                    self.capacity_per_stock,
                    self.custom_guests_count_label_ja,
                    self.custom_guests_count_label_en,
                    self.position,
                );
                updated.fetch_optional(conn).await?.ok_or(MasterError::NotFound)?
            }
        };
        Ok(saved.to_string())
    }

    async fn delete(conn: &mut PgConnection, edit: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let (restaurant, id) = (edit.restaurant_id(), number(key)?);
        let gone = sqlx::query!("DELETE FROM inventory_groups WHERE restaurant_id = $1 AND id = $2", restaurant, id);
        met(gone.execute(conn).await.map_err(MasterError::of_removal)?.rows_affected())
    }
}

/// One seat or table. A new form may name several, one a line; a seat stays in its group.
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

    async fn list(conn: &mut PgConnection, restaurant: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(
            Self,
            "SELECT i.id, i.inventory_group_id, i.label, i.position FROM inventory_items i
             JOIN inventory_groups g ON g.restaurant_id = i.restaurant_id AND g.id = i.inventory_group_id
             WHERE i.restaurant_id = $1 ORDER BY g.position, g.id, i.position, i.id",
            restaurant.map_or(0, |id| id.0)
        )
        .fetch_all(conn)
        .await
    }

    fn key(&self) -> String {
        self.id.to_string()
    }

    async fn write(
        mut self,
        conn: &mut PgConnection,
        edit: &Edit<'_>,
        key: Option<&str>,
    ) -> Result<String, MasterError> {
        let Some(key) = key else { return self.insert(conn, edit).await };
        let mut check = Check::default();
        check.name("label", &mut self.label);
        check.end()?;
        let updated = sqlx::query!(
            "UPDATE inventory_items SET label = $3, position = $4 WHERE restaurant_id = $1 AND id = $2",
            edit.restaurant_id(),
            number(key)?,
            self.label,
            self.position,
        );
        met(updated.execute(conn).await?.rows_affected())?;
        Ok(key.to_owned())
    }

    async fn delete(conn: &mut PgConnection, edit: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let (restaurant, id) = (edit.restaurant_id(), number(key)?);
        let gone = sqlx::query!("DELETE FROM inventory_items WHERE restaurant_id = $1 AND id = $2", restaurant, id);
        met(gone.execute(conn).await.map_err(MasterError::of_removal)?.rows_affected())
    }
}

impl InventoryItemRecord {
    /// The key of the first.
    async fn insert(self, conn: &mut PgConnection, edit: &Edit<'_>) -> Result<String, MasterError> {
        let mut labels: Vec<_> = self.label.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
        let mut check = Check::default();
        check.must("label", !labels.is_empty(), "blank");
        check.must("label", labels.len() <= MOST_ITEMS, "too_many_items");
        for label in &mut labels {
            check.name("label", label);
        }
        check.end()?;
        let group = sqlx::query_scalar!(
            "SELECT id FROM inventory_groups WHERE restaurant_id = $1 AND id = $2",
            edit.restaurant_id(),
            self.inventory_group_id
        );
        let unknown = || MasterError::field("inventory_group_id", "inventory_group_unknown");
        let group = group.fetch_optional(&mut *conn).await?.ok_or_else(unknown)?;
        let uids: Vec<_> = labels.iter().map(|_| edit.rng.uid()).collect();
        let ids = sqlx::query_scalar!(
            "INSERT INTO inventory_items (uid, restaurant_id, inventory_group_id, label, position)
             SELECT uid, $1, $2, label, n - 1 + coalesce((SELECT max(position) + 1 FROM inventory_items
                 WHERE restaurant_id = $1 AND inventory_group_id = $2), 0)
             FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS new (uid, label, n) ORDER BY n RETURNING id",
            edit.restaurant_id(),
            group,
            &uids,
            &labels,
        );
        let ids = ids.fetch_all(conn).await?;
        Ok(ids.into_iter().min().ok_or(MasterError::NotFound)?.to_string())
    }
}
