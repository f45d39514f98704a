//! The booking slots of a restaurant by day (flag osg; admin §2).

use axum::extract::{Query, State};
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::ids::InventoryGroupId;
use domain::inventory::queries::list::{self, SlotFilter, SlotRow, SlotState};
use domain::restaurants::model::OperationName;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::access::Osg;
use super::parts::{PER_PAGE, SectionInventoryGroup, day, first_page, non_blank, respond};
use crate::admin::restaurant::AdminAt;
use crate::console::page;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct AdminOnlineStockGroupsPage {
    inventory_groups: Vec<SectionInventoryGroup>,
    filter: SlotsFilter,
    /// By day, then in the order of creation.
    online_stock_groups: Vec<ListedSlot>,
    /// Value of `after` for the next page.
    next: Option<String>,
}

impl PageData for AdminOnlineStockGroupsPage {
    const NAME: &'static str = "admin_online_stock_groups";
}

/// The filter of the list.
#[derive(Serialize, ToSchema)]
pub struct SlotsFilter {
    /// YYYY-MM-DD; default: today.
    date_from: String,
    date_till: Option<String>,
    inventory_group_id: Option<i64>,
    state: Option<SlotState>,
    /// True for gold slots only, false for the others only.
    is_gold: Option<bool>,
}

/// A row of the list.
#[derive(Serialize, ToSchema)]
pub struct ListedSlot {
    uid: String,
    /// YYYY-MM-DD
    date: String,
    operation: OperationName,
    inventory_group_title: String,
    guests_counts: Vec<i32>,
    times: Vec<SlotTime>,
    stocks: i64,
    free_stocks: i64,
    state: SlotState,
    gold: Option<ListedGold>,
}

/// HH:mm. Hours of the following day continue after 24.
#[derive(Serialize, ToSchema)]
pub struct SlotTime {
    pub from: String,
    pub till: String,
}

/// The gold round of a slot.
#[derive(Serialize, ToSchema)]
pub struct ListedGold {
    pub allocation_uid: String,
    pub round_title: String,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SlotsQuery {
    date_from: Option<String>,
    date_till: Option<String>,
    inventory_group_id: Option<String>,
    /// open, full, closed or past.
    state: Option<String>,
    /// 1 or 0.
    is_gold: Option<String>,
    /// The uid of the last row of the previous page.
    after: Option<String>,
}

/// Lists booking slots from a day on, 50 per page.
#[utoipa::path(get, path = "/admin/r/{slug}/online_stock_groups", tag = "admin", params(("slug" = String, Path), SlotsQuery),
    responses((status = 200, body = page::ConsolePage<AdminOnlineStockGroupsPage>), (status = 302), (status = 401), (status = 403),
        (status = 404), (status = 422)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    at: Osg,
    Query(query): Query<SlotsQuery>,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let filter = query.filter(&at, now)?;
    let mut conn = app.pool.acquire().await?;
    let limit = i64::try_from(PER_PAGE + 1).unwrap_or(i64::MAX);
    let rows =
        list::list_slots(&mut conn, at.restaurant.id, &filter, non_blank(query.after.as_deref()), limit, now).await?;
    let groups = list::list_group_titles(&mut conn, at.restaurant.id).await?;
    drop(conn);
    let (rows, next) = first_page(rows, |row| &row.uid);
    let data = AdminOnlineStockGroupsPage {
        inventory_groups: groups
            .iter()
            .map(|(id, title)| SectionInventoryGroup { id: id.0, title: context.pick(title) })
            .collect(),
        filter: SlotsFilter {
            date_from: filter.from.to_string(),
            date_till: filter.till.map(|day| day.to_string()),
            inventory_group_id: filter.group.map(|id| id.0),
            state: filter.state,
            is_gold: filter.is_gold,
        },
        online_stock_groups: rows.into_iter().map(|row| ListedSlot::new(&context, &at, row)).collect(),
        next,
    };
    respond(&app, &context, &at, "admin.online_stock_groups.title", data).await
}

impl SlotsQuery {
    fn filter(&self, at: &AdminAt, now: DateTime<Utc>) -> Result<SlotFilter, ApiError> {
        let invalid = |name: &'static str| ApiError::invalid_fields([(name, "field_invalid")]);
        let group = non_blank(self.inventory_group_id.as_deref());
        let group = group.map(|id| id.parse().map(InventoryGroupId).map_err(|_| invalid("inventory_group_id")));
        let state = non_blank(self.state.as_deref());
        let state = state.map(|name| SlotState::named(name).ok_or_else(|| invalid("state")));
        let is_gold = match non_blank(self.is_gold.as_deref()) {
            None => None,
            Some("1") => Some(true),
            Some("0") => Some(false),
            Some(_) => return Err(invalid("is_gold")),
        };
        Ok(SlotFilter {
            from: day("date_from", self.date_from.as_deref())?.unwrap_or_else(|| at.restaurant.zone.date_of(now)),
            till: day("date_till", self.date_till.as_deref())?,
            group: group.transpose()?,
            state: state.transpose()?,
            is_gold,
        })
    }
}

impl ListedSlot {
    fn new(context: &Context, at: &AdminAt, row: SlotRow) -> Self {
        let clock = |instant: &DateTime<Utc>| at.restaurant.zone.clock_time(row.date, *instant);
        let times = row.starts.iter().zip(&row.ends);
        Self {
            times: times.map(|(start, end)| SlotTime { from: clock(start), till: clock(end) }).collect(),
            uid: row.uid,
            date: row.date.to_string(),
            operation: row.operation,
            inventory_group_title: context.pick(&row.group_title),
            guests_counts: row.guests_counts,
            stocks: row.stocks,
            free_stocks: row.free_stocks,
            state: row.state,
            gold: row
                .gold_allocation_uid
                .zip(row.gold_round_title)
                .map(|(allocation_uid, round_title)| ListedGold { allocation_uid, round_title }),
        }
    }
}
