//! The values that a customer takes over from merged customers and returns when unmerged: pure rules, and the queries of their rows.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::error::CustomerError;
use super::notes::{self, NotesChange, join_items, new_lines, without};
use super::{groups, tags};
use crate::ids::{CustomerGroupId, CustomerId, CustomerMergeId, RestaurantId};

/// A stored phone number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredNumber {
    pub country: String,
    pub local: String,
    pub e164: String,
}

/// The values taken over. Empty where nothing was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct MergedValues {
    pub customer_group_id: Option<CustomerGroupId>,
    pub phone: Option<StoredNumber>,
    pub kana: String,
    pub receipt_title: String,
    pub internal_memo: String,
    pub noted_allergies: Vec<String>,
    pub noted_dislikes: Vec<String>,
    pub tags: Vec<String>,
}

/// The values of a customer that a merge changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CustomerValues {
    pub customer_group_id: Option<CustomerGroupId>,
    /// Whether the group is active. An archived group is not passed on.
    pub has_live_group: bool,
    pub phone: Option<StoredNumber>,
    pub kana: String,
    pub receipt_title: String,
    pub internal_memo: String,
    pub noted_allergies: String,
    pub noted_dislikes: String,
    pub tags: Vec<String>,
}

impl CustomerValues {
    fn live_group(&self) -> Option<CustomerGroupId> {
        self.customer_group_id.filter(|_| self.has_live_group)
    }

    /// Returns the values to take from the others: group, number, reading and receipt name if the customer has none; all memos; and notes
    /// that the customer does not have yet.
    pub fn missing_values(&self, others: &[Self]) -> MergedValues {
        let memos: Vec<_> =
            others.iter().map(|other| other.internal_memo.clone()).filter(|memo| !memo.is_empty()).collect();
        let first = |text: fn(&Self) -> &String| others.iter().map(text).find(|text| !text.is_empty()).cloned();
        let all = |text: fn(&Self) -> &String| others.iter().map(text).cloned().collect::<Vec<_>>().join("\n");
        let mut new_tags: Vec<String> = Vec::new();
        for tag in others.iter().flat_map(|other| &other.tags) {
            if !self.tags.contains(tag) && !new_tags.contains(tag) {
                new_tags.push(tag.clone());
            }
        }
        MergedValues {
            customer_group_id: others.iter().find_map(Self::live_group).filter(|_| self.customer_group_id.is_none()),
            phone: others.iter().find_map(|other| other.phone.clone()).filter(|_| self.phone.is_none()),
            kana: first(|other| &other.kana).filter(|_| self.kana.is_empty()).unwrap_or_default(),
            receipt_title: first(|other| &other.receipt_title)
                .filter(|_| self.receipt_title.is_empty())
                .unwrap_or_default(),
            internal_memo: memos.join("\n"),
            noted_allergies: new_lines(&self.noted_allergies, &all(|other| &other.noted_allergies)),
            noted_dislikes: new_lines(&self.noted_dislikes, &all(|other| &other.noted_dislikes)),
            tags: new_tags,
        }
    }

    pub fn take(&mut self, taken: &MergedValues) {
        self.customer_group_id = self.customer_group_id.or(taken.customer_group_id);
        self.phone = self.phone.take().or_else(|| taken.phone.clone());
        if self.kana.is_empty() {
            self.kana.clone_from(&taken.kana);
        }
        if self.receipt_title.is_empty() {
            self.receipt_title.clone_from(&taken.receipt_title);
        }
        if !taken.internal_memo.is_empty() {
            self.internal_memo =
                join_items(std::mem::take(&mut self.internal_memo), std::slice::from_ref(&taken.internal_memo));
        }
        self.noted_allergies = join_items(std::mem::take(&mut self.noted_allergies), &taken.noted_allergies);
        self.noted_dislikes = join_items(std::mem::take(&mut self.noted_dislikes), &taken.noted_dislikes);
        self.tags.extend(taken.tags.iter().cloned());
    }

    /// Removes taken values that are unchanged since the merge; later changes by staff stay. Returns the removed values.
    pub fn remove_values(&mut self, taken: &MergedValues) -> MergedValues {
        let mut given = MergedValues::default();
        if taken.customer_group_id.is_some() && self.customer_group_id == taken.customer_group_id {
            given.customer_group_id = self.customer_group_id.take();
        }
        if taken.phone.is_some() && self.phone == taken.phone {
            given.phone = self.phone.take();
        }
        if !taken.kana.is_empty() && self.kana == taken.kana {
            given.kana = std::mem::take(&mut self.kana);
        }
        if !taken.receipt_title.is_empty() && self.receipt_title == taken.receipt_title {
            given.receipt_title = std::mem::take(&mut self.receipt_title);
        }
        self.internal_memo = without(&self.internal_memo, &taken.internal_memo);
        given.noted_allergies = take_lines(&mut self.noted_allergies, &taken.noted_allergies);
        given.noted_dislikes = take_lines(&mut self.noted_dislikes, &taken.noted_dislikes);
        given.tags = taken.tags.iter().filter(|tag| self.tags.contains(tag)).cloned().collect();
        self.tags.retain(|tag| !given.tags.contains(tag));
        given
    }
}

/// Removes lines from a text. Returns the lines that it contained.
fn take_lines(text: &mut String, lines: &[String]) -> Vec<String> {
    let mut taken = Vec::new();
    for line in lines {
        let rest = without(text, line);
        if rest != *text {
            *text = rest;
            taken.push(line.clone());
        }
    }
    taken
}

impl MergedValues {
    /// Returns the values that the customer keeps from the others: the removed notes and tags that they have too and, for a removed
    /// group, number, reading or receipt title, their first one. Memos are never shared.
    pub fn also_held_by(&self, others: &[CustomerValues]) -> Self {
        let knows = |line: &String, text: fn(&CustomerValues) -> &String| {
            others.iter().any(|other| new_lines(text(other), line).is_empty())
        };
        let kana = others.iter().map(|other| &other.kana).find(|kana| !kana.is_empty());
        let title = others.iter().map(|other| &other.receipt_title).find(|title| !title.is_empty());
        Self {
            customer_group_id: self.customer_group_id.and_then(|_| others.iter().find_map(CustomerValues::live_group)),
            phone: self.phone.as_ref().and_then(|_| others.iter().find_map(|other| other.phone.clone())),
            kana: kana.filter(|_| !self.kana.is_empty()).cloned().unwrap_or_default(),
            receipt_title: title.filter(|_| !self.receipt_title.is_empty()).cloned().unwrap_or_default(),
            internal_memo: String::new(),
            noted_allergies: still_present(&self.noted_allergies, |line| knows(line, |other| &other.noted_allergies)),
            noted_dislikes: still_present(&self.noted_dislikes, |line| knows(line, |other| &other.noted_dislikes)),
            tags: still_present(&self.tags, |tag| others.iter().any(|other| other.tags.contains(tag))),
        }
    }

    /// Returns only allergies, dislikes and tags.
    pub fn notes_only(self) -> Self {
        let Self { noted_allergies, noted_dislikes, tags, .. } = self;
        Self { noted_allergies, noted_dislikes, tags, ..Self::default() }
    }

    /// Removes the values that are in `other`.
    pub fn except(&mut self, other: &Self) {
        if other.customer_group_id.is_some() {
            self.customer_group_id = None;
        }
        if other.phone.is_some() {
            self.phone = None;
        }
        if !other.kana.is_empty() {
            self.kana.clear();
        }
        if !other.receipt_title.is_empty() {
            self.receipt_title.clear();
        }
        self.noted_allergies.retain(|line| !other.noted_allergies.contains(line));
        self.noted_dislikes.retain(|line| !other.noted_dislikes.contains(line));
        self.tags.retain(|tag| !other.tags.contains(tag));
    }

    /// Adds further values, of which it has none yet.
    pub fn add(&mut self, more: &Self) {
        self.customer_group_id = self.customer_group_id.or(more.customer_group_id);
        self.phone = self.phone.take().or_else(|| more.phone.clone());
        if self.kana.is_empty() {
            self.kana.clone_from(&more.kana);
        }
        if self.receipt_title.is_empty() {
            self.receipt_title.clone_from(&more.receipt_title);
        }
        self.noted_allergies.extend(more.noted_allergies.iter().cloned());
        self.noted_dislikes.extend(more.noted_dislikes.iter().cloned());
        self.tags.extend(more.tags.iter().cloned());
    }
}

fn still_present(all: &[String], is_kept: impl Fn(&String) -> bool) -> Vec<String> {
    all.iter().filter(|each| is_kept(each)).cloned().collect()
}

/// Lists the values of customers, in the order of their ids.
pub(super) async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customers: &[CustomerId],
) -> sqlx::Result<Vec<CustomerValues>> {
    let customers: Vec<_> = customers.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT c.customer_group_id, g.id IS NOT NULL AS "has_live_group!", coalesce(p.phone_country, 'JP') AS "country!",
                  coalesce(p.phone_local_number, '') AS "local!", p.phone_e164 AS "e164?", coalesce(p.kana, '') AS "kana!",
                  coalesce(p.receipt_title, '') AS "receipt_title!",
                  coalesce(p.internal_memo, '') AS "internal_memo!", coalesce(p.noted_allergies, '') AS "noted_allergies!",
                  coalesce(p.noted_dislikes, '') AS "noted_dislikes!",
                  array(SELECT t.tag FROM customer_tags t WHERE t.restaurant_id = c.restaurant_id AND t.customer_id = c.id
                        ORDER BY t.tag) AS "tags!"
           FROM customers c
           LEFT JOIN customer_profiles p ON p.restaurant_id = c.restaurant_id AND p.customer_id = c.id
           LEFT JOIN customer_groups g ON g.restaurant_id = c.restaurant_id AND g.id = c.customer_group_id AND g.archived_at IS NULL
           WHERE c.restaurant_id = $1 AND c.id = ANY ($2) ORDER BY c.id"#,
        restaurant.0,
        &customers,
    );
    let known = rows.fetch_all(conn).await?.into_iter().map(|row| CustomerValues {
        customer_group_id: row.customer_group_id.map(CustomerGroupId),
        has_live_group: row.has_live_group,
        phone: row.e164.map(|e164| StoredNumber { country: row.country, local: row.local, e164 }),
        kana: row.kana,
        receipt_title: row.receipt_title,
        internal_memo: row.internal_memo,
        noted_allergies: row.noted_allergies,
        noted_dislikes: row.noted_dislikes,
        tags: row.tags,
    });
    Ok(known.collect())
}

pub(super) async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
) -> sqlx::Result<CustomerValues> {
    Ok(list(conn, restaurant, &[customer]).await?.pop().unwrap_or_default())
}

/// Stores the values of a customer, except for the group.
pub(super) async fn write(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
    known: &CustomerValues,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO customer_profiles (restaurant_id, customer_id, phone_country, phone_local_number, phone_e164, receipt_title, internal_memo,
             kana)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (restaurant_id, customer_id) DO UPDATE SET phone_country = excluded.phone_country,
             phone_local_number = excluded.phone_local_number, phone_e164 = excluded.phone_e164,
             receipt_title = excluded.receipt_title, internal_memo = excluded.internal_memo, kana = excluded.kana",
        restaurant.0,
        customer.0,
        known.phone.as_ref().map_or("JP", |phone| &phone.country),
        known.phone.as_ref().map_or("", |phone| &phone.local),
        known.phone.as_ref().map(|phone| phone.e164.as_str()),
        known.receipt_title,
        known.internal_memo,
        known.kana,
    )
    .execute(&mut *conn)
    .await?;
    let change = NotesChange {
        noted_allergies: Some(known.noted_allergies.clone()),
        noted_dislikes: Some(known.noted_dislikes.clone()),
        tags: None,
    };
    notes::write(conn, restaurant, customer, &change).await?;
    tags::write(conn, restaurant, customer, &known.tags).await
}

/// Stores the values of a customer, including the group.
pub(super) async fn write_all(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
    known: &CustomerValues,
) -> Result<(), CustomerError> {
    write(conn, restaurant, customer, known).await?;
    let group = sqlx::query_scalar!(
        "SELECT customer_group_id FROM customers WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        customer.0
    );
    // An archived group stays, but cannot be assigned again.
    if group.fetch_one(&mut *conn).await?.map(CustomerGroupId) != known.customer_group_id {
        groups::set_group(conn, restaurant, &[customer], known.customer_group_id).await?;
    }
    Ok(())
}

pub(super) async fn record(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    merge: CustomerMergeId,
    taken: &MergedValues,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE customer_merges SET taken = $3 WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        merge.0,
        Json(taken) as _,
    )
    .execute(conn)
    .await?;
    Ok(())
}

#[cfg(test)]
#[path = "merged_values_tests.rs"]
mod tests;
