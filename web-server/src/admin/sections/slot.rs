//! One booking slot, read-only (flag osg; admin §2).

use axum::extract::{Path, State};
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::ids::RestaurantId;
use domain::inventory::model::{SlotGroupChoice, StaffSlot, StaffStock};
use domain::inventory::queries;
use domain::restaurants::model::OperationName;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::access::Osg;
use super::parts::respond;
use super::slots::{ListedGold, SlotTime};
use crate::admin::restaurant::AdminAt;
use crate::console::page;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct AdminOnlineStockGroupPage {
    online_stock_group: AdminSlot,
}

impl PageData for AdminOnlineStockGroupPage {
    const NAME: &'static str = "admin_online_stock_group";
}

/// A slot for admins.
#[derive(Serialize, ToSchema)]
pub struct AdminSlot {
    uid: String,
    /// YYYY-MM-DD
    date: String,
    operation: OperationName,
    inventory_group_title: String,
    guests_counts: Vec<i32>,
    always_allow_last_solo: bool,
    times: Vec<SlotTime>,
    courses: Vec<String>,
    stocks: Vec<AdminStock>,
    gold: Option<ListedGold>,
}

/// A stock, with the groups that may book it and its reservation.
#[derive(Serialize, ToSchema)]
pub struct AdminStock {
    label: String,
    /// True if only the listed groups may book it; false if all groups except these may.
    is_whitelist: bool,
    customer_groups: Vec<String>,
    /// The reservation that holds or booked it: the key of the reservation's page.
    reservation_id: Option<i64>,
    /// It belongs to a slot freed by a cancellation.
    is_freed: bool,
}

/// Returns a slot with its stocks; 404 if it is deleted.
#[utoipa::path(get, path = "/admin/r/{slug}/online_stock_groups/{uid}", tag = "admin",
    params(("slug" = String, Path), ("uid" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminOnlineStockGroupPage>), (status = 302), (status = 401), (status = 403),
        (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    at: Osg,
    Path(key): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let online_stock_group = AdminSlot::load(&mut conn, &context, &at, &key.1, app.clock.now()).await?;
    drop(conn);
    let data = AdminOnlineStockGroupPage { online_stock_group };
    respond(&app, &context, &at, "admin.online_stock_group.title", data).await
}

impl AdminSlot {
    pub async fn load(
        conn: &mut PgConnection,
        context: &Context,
        at: &AdminAt,
        uid: &str,
        now: DateTime<Utc>,
    ) -> Result<Self, ApiError> {
        let restaurant: RestaurantId = at.restaurant.id;
        let id = queries::find_id(conn, restaurant, None, Some(uid)).await?.ok_or_else(ApiError::not_found)?;
        let slot = queries::find_slot(conn, restaurant, id, now).await?;
        if slot.is_deleted {
            return Err(ApiError::not_found());
        }
        let courses = queries::list_courses(conn, restaurant, slot.date).await?;
        let groups = queries::list_groups(conn, restaurant).await?;
        let offered = courses.iter().filter(|course| slot.courses.contains(&course.id));
        let courses = offered.map(|course| context.pick(&course.title)).collect();
        Ok(Self::new(context, at, slot, courses, &groups))
    }

    fn new(context: &Context, at: &AdminAt, slot: StaffSlot, courses: Vec<String>, groups: &[SlotGroupChoice]) -> Self {
        let clock = |instant: &DateTime<Utc>| at.restaurant.zone.clock_time(slot.date, *instant);
        let time = |(start, end): &(DateTime<Utc>, DateTime<Utc>)| SlotTime { from: clock(start), till: clock(end) };
        Self {
            times: slot.times.iter().map(time).collect(),
            uid: slot.uid,
            date: slot.date.to_string(),
            operation: slot.operation,
            inventory_group_title: context.pick(&slot.group.title),
            guests_counts: slot.guests_counts,
            always_allow_last_solo: slot.always_allow_last_solo,
            courses,
            stocks: slot.stocks.into_iter().map(|stock| AdminStock::new(stock, groups)).collect(),
            gold: slot.gold.map(|gold| ListedGold { allocation_uid: gold.uid, round_title: gold.round_title }),
        }
    }
}

impl AdminStock {
    fn new(stock: StaffStock, groups: &[SlotGroupChoice]) -> Self {
        let listed = groups.iter().filter(|group| stock.access.groups.contains(&group.id));
        Self {
            label: stock.item.label,
            is_whitelist: stock.access.is_whitelist,
            customer_groups: listed.map(|group| group.label.clone()).collect(),
            reservation_id: stock.online_reservable_id.map(|id| id.0),
            is_freed: stock.is_freed,
        }
    }
}
