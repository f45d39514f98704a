//! Refill templates, created through the calls of the admin console.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::persona::Persona;
use crate::restaurant::Restaurant;

/// Every weekday.
pub const ALL_WEEK: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

#[derive(Clone, Debug)]
pub struct TemplateSpec {
    /// The restaurant's items, by position; all of them when empty.
    pub items: Vec<usize>,
    pub counts: Vec<i32>,
    pub times: Vec<(&'static str, &'static str)>,
    pub daily_max: Option<i32>,
    pub weekdays: Vec<&'static str>,
}

impl Default for TemplateSpec {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            counts: vec![1, 2],
            times: vec![("18:00", "20:00")],
            daily_max: None,
            weekdays: ALL_WEEK.to_vec(),
        }
    }
}

pub fn templates_path(restaurant: &Restaurant) -> String {
    format!("/admin/r/{}/online_stock_refillment_templates", restaurant.slug)
}

impl TestApp {
    /// The form of a template.
    pub async fn template_form(&self, restaurant: &Restaurant, items: &[usize]) -> Value {
        let group: String = sqlx::query_scalar("SELECT uid FROM inventory_groups WHERE id = $1")
            .bind(restaurant.group)
            .fetch_one(&self.pool)
            .await
            .expect("a group of seats");
        let chosen: Vec<_> = match items {
            [] => restaurant.items.clone(),
            items => items.iter().map(|index| restaurant.items[*index]).collect(),
        };
        let uids: Vec<String> = sqlx::query_scalar("SELECT uid FROM inventory_items WHERE id = ANY ($1) ORDER BY id")
            .bind(chosen)
            .fetch_all(&self.pool)
            .await
            .expect("seats");
        json!({ "title": "平日ディナー", "inventory_group_uid": group, "inventory_item_uids": uids, "operation": restaurant.operation })
    }

    /// Creates a complete template.
    pub async fn template(&self, admin: &Persona, restaurant: &Restaurant, spec: TemplateSpec) -> i64 {
        let form = json!({ "online_stock_refillment_template": self.template_form(restaurant, &spec.items).await });
        let made = admin.post(&templates_path(restaurant), &form).await.is(201).json();
        let id = made["id"].as_i64().expect("an id");
        let options: Vec<_> = spec.counts.iter().map(|count| json!({ "guests_count": count })).collect();
        admin.selects(restaurant, id, "guests_count", &json!({ "options_attributes": options })).await;
        let times: Vec<_> =
            spec.times.iter().map(|(from, till)| json!({ "start_time": from, "end_time": till })).collect();
        admin.selects(restaurant, id, "time", &json!({ "options_attributes": times })).await;
        let courses: Vec<_> =
            restaurant.courses.iter().map(|id| json!({ "course_id": id, "daily_max": spec.daily_max })).collect();
        admin.selects(restaurant, id, "course", &json!({ "options_attributes": courses })).await;
        let schedule: serde_json::Map<_, _> =
            spec.weekdays.iter().map(|day| ((*day).to_owned(), Value::from("1"))).collect();
        let body = json!({ "online_stock_refillment_template": { "schedule_attributes": schedule } });
        admin.patch(&format!("{}/{id}", templates_path(restaurant)), &body).await.is(200);
        id
    }
}

impl Persona {
    /// Saves a selector of a template.
    pub async fn selects(&self, restaurant: &Restaurant, template: i64, kind: &str, selector: &Value) {
        let mut selector = selector.clone();
        selector["online_stock_refillment_template_id"] = template.into();
        let path = format!("/admin/api/r/{}/{kind}_selectors", restaurant.slug);
        self.post(&path, &json!({ (format!("{kind}_selector")): selector })).await.is(200);
    }

    /// Runs a refill, and returns its result: created, skipped, and the days.
    pub async fn refills(&self, restaurant: &Restaurant, template: i64, selection: &Value) -> Value {
        let path = format!("{}/{template}/refill", templates_path(restaurant));
        self.post(&path, selection).await.is(200).json()
    }
}
