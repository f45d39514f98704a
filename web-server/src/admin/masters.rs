//! Master data for admins: one page and one set of calls for all kinds of records (gaps G112, G195). The calls use the dialect of
//! `ra-data-simple-rest`, as `console::resources` does.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::accounts::admins::AdminFlag;
use domain::audit::Actor;
use domain::ids::RestaurantId;
use domain::masters::{
    self, AreaRecord, CalendarTagRecord, CampaignCodeRecord, ChargeRateRecord, CouponRecord, CourseRecord,
    CuisineRecord, CustomerGroupRecord, GoldRoundRecord, HolidayRecord, InventoryGroupRecord, InventoryItemRecord,
    Master, MasterEdit, OperationRecord, PlanPriceRecord, QuestionRecord, ReviewItemRecord, TicketRecord,
    UserCouponCodeRecord,
};
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::justification::Justification;
use super::master_list::{self, MasterList};
use super::restaurant::AdminAt;
use crate::console::resources::ListQuery;
use crate::console::{Admin, Expected, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, merge_fields, record};
use crate::http::page::PageData;
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(global_page))
        .routes(routes!(page))
        .routes(routes!(global_list, global_create))
        .routes(routes!(global_one, global_update, global_destroy))
        .routes(routes!(list, create))
        .routes(routes!(one, update, destroy))
}

/// A record of one of the kinds. The address names the kind.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum MasterRecord {
    Area(AreaRecord),
    Cuisine(CuisineRecord),
    Operation(OperationRecord),
    InventoryGroup(InventoryGroupRecord),
    InventoryItem(InventoryItemRecord),
    Course(CourseRecord),
    CustomerGroup(CustomerGroupRecord),
    CalendarTag(CalendarTagRecord),
    Question(QuestionRecord),
    ReviewItem(ReviewItemRecord),
    GoldRound(GoldRoundRecord),
    PlanPrice(PlanPriceRecord),
    CampaignCode(CampaignCodeRecord),
    Coupon(CouponRecord),
    UserCouponCode(UserCouponCodeRecord),
    Ticket(TicketRecord),
    ChargeRate(ChargeRateRecord),
    Holiday(HolidayRecord),
}

/// The deleted record.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemovedMaster {
    id: String,
}

/// An option of a record's field.
#[derive(Debug, Serialize, ToSchema)]
pub struct MasterChoice {
    #[schema(value_type = String)]
    id: Value,
    label: String,
}

#[derive(Serialize, ToSchema)]
pub struct AdminMastersPage {
    slug: String,
    restaurant_name: String,
    /// The kind of records, such as `courses`.
    name: String,
    records: Vec<MasterRecord>,
    /// The options of fields, such as the inventory groups of an item, by the field's name.
    choices: BTreeMap<String, Vec<MasterChoice>>,
}

impl PageData for AdminMastersPage {
    const NAME: &'static str = "admin_masters";
}

#[derive(Serialize, ToSchema)]
pub struct AdminGlobalMastersPage {
    name: String,
    records: Vec<MasterRecord>,
}

impl PageData for AdminGlobalMastersPage {
    const NAME: &'static str = "admin_global_masters";
}

/// Defines the calls of some kinds, chosen by name.
macro_rules! kinds {
    ($module:ident: $($variant:ident($record:ident)),+ $(,)?) => {
        mod $module {
            use super::*;

            #[cfg(test)]
            pub const NAMES: &[&str] = &[$($record::NAME),+];

            pub async fn list(
                conn: &mut PgConnection,
                at: Option<RestaurantId>,
                name: &str,
            ) -> Result<Vec<MasterRecord>, ApiError> {
                match name {
                    $(name if name == $record::NAME => {
                        Ok(masters::list::<$record>(conn, at).await?.into_iter().map(MasterRecord::$variant).collect())
                    })+
                    _ => Err(ApiError::not_found()),
                }
            }

            /// Returns the record with a key.
            pub async fn one(
                conn: &mut PgConnection,
                at: Option<RestaurantId>,
                name: &str,
                key: &str,
            ) -> Result<Json<MasterRecord>, ApiError> {
                match name {
                    $(name if name == $record::NAME => {
                        Ok(Json(MasterRecord::$variant(masters::find::<$record>(conn, at, key).await?)))
                    })+
                    _ => Err(ApiError::not_found()),
                }
            }

            pub async fn save(
                app: &App,
                edit: MasterEdit<'_>,
                name: &str,
                key: Option<&str>,
                given: Value,
            ) -> Result<Json<MasterRecord>, ApiError> {
                let mut tx = app.pool.begin().await?;
                let saved = match name {
                    $(name if name == $record::NAME => {
                        let given = match key {
                            Some(key) => {
                                masters::lock::<$record>(&mut tx, edit.restaurant).await?;
                                onto(&masters::find::<$record>(&mut tx, edit.restaurant, key).await?, given)?
                            }
                            None => given,
                        };
                        MasterRecord::$variant(masters::save::<$record>(&mut tx, &edit, key, record(given)?).await?)
                    })+
                    _ => return Err(ApiError::not_found()),
                };
                tx.commit().await?;
                Ok(Json(saved))
            }

            pub async fn remove(
                app: &App,
                edit: MasterEdit<'_>,
                name: &str,
                key: String,
            ) -> Result<Json<RemovedMaster>, ApiError> {
                let mut tx = app.pool.begin().await?;
                match name {
                    $(name if name == $record::NAME => masters::remove::<$record>(&mut tx, &edit, &key).await?,)+
                    _ => return Err(ApiError::not_found()),
                }
                tx.commit().await?;
                Ok(Json(RemovedMaster { id: key }))
            }
        }
    };
}

kinds!(global: Area(AreaRecord), Cuisine(CuisineRecord), GoldRound(GoldRoundRecord), PlanPrice(PlanPriceRecord),
       CampaignCode(CampaignCodeRecord), Coupon(CouponRecord), Holiday(HolidayRecord));
kinds!(own: Operation(OperationRecord), InventoryGroup(InventoryGroupRecord), InventoryItem(InventoryItemRecord), Course(CourseRecord),
       CustomerGroup(CustomerGroupRecord), CalendarTag(CalendarTagRecord), Question(QuestionRecord), ReviewItem(ReviewItemRecord),
       Ticket(TicketRecord), UserCouponCode(UserCouponCodeRecord), ChargeRate(ChargeRateRecord));

/// Returns a stored record with the given fields. The others remain.
///
/// # Errors
/// 422 `no_known_field` if the record has none of the given fields (gaps G276); 409 `edited_meanwhile` if another user has changed one of
/// them since the form showed it (gaps G311).
fn onto(stored: &impl Serialize, given: Value) -> Result<Value, ApiError> {
    let stored = json!(stored);
    match given {
        Value::Object(mut changes)
            if changes.keys().any(|name| name == Expected::FIELD || stored.get(name).is_some()) =>
        {
            let expected = Expected::take(&mut changes)?;
            expected.require(&stored, &changes)?;
            Ok(merge_fields(stored, changes))
        }
        Value::Object(_) => Err(ApiError::unprocessable("no_known_field")),
        other => Ok(other),
    }
}

fn edit_of<'a>(app: &'a App, admin: &Admin, restaurant: Option<RestaurantId>) -> MasterEdit<'a> {
    MasterEdit { rng: &app.rng, now: app.clock.now(), actor: Actor::Admin(admin.id), restaurant, reason: None }
}

/// Returns the options of the fields of a kind of records.
async fn choices(
    conn: &mut PgConnection,
    context: &Context,
    at: RestaurantId,
    name: &str,
) -> Result<BTreeMap<String, Vec<MasterChoice>>, ApiError> {
    let english = context.is_english();
    let (field, offered) = match name {
        CourseRecord::NAME => {
            let records = masters::list::<OperationRecord>(conn, Some(at)).await?;
            let choice = |record: OperationRecord| MasterChoice {
                label: context.t(&format!("operation.{}", record.name)),
                id: record.name.into(),
            };
            ("operation", records.into_iter().map(choice).collect())
        }
        InventoryItemRecord::NAME => {
            let records = masters::list::<InventoryGroupRecord>(conn, Some(at)).await?;
            let choice = |record: InventoryGroupRecord| MasterChoice {
                label: if english { record.title_en } else { record.title_ja },
                id: record.id.into(),
            };
            ("inventory_group_id", records.into_iter().map(choice).collect())
        }
        UserCouponCodeRecord::NAME => {
            let records = masters::list::<CouponRecord>(conn, None).await?;
            let choice = |record: CouponRecord| MasterChoice { label: record.title, id: record.id.into() };
            ("coupon_id", records.into_iter().map(choice).collect())
        }
        _ => return Ok(BTreeMap::new()),
    };
    Ok(BTreeMap::from([(field.to_owned(), offered)]))
}

/// Returns the page of one kind of global records: areas, cuisines, gold rounds, plan prices, campaign codes, coupons or holidays.
#[utoipa::path(get, path = "/admin/masters/{name}", tag = "admin", params(("name" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminGlobalMastersPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn global_page(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    let records = global::list(&mut *app.pool.acquire().await?, None, &name).await?;
    let title = context.t(&format!("admin.masters.{name}"));
    page::respond_to_admin(&app, &context, &admin, &title, AdminGlobalMastersPage { name, records }).await
}

/// Returns the page of a restaurant's records of one kind.
#[utoipa::path(get, path = "/admin/r/{slug}/masters/{name}", tag = "admin",
    params(("slug" = String, Path), ("name" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminMastersPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    Path(path): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let (name, id) = (path.1, at.restaurant.id);
    let mut conn = app.pool.acquire().await?;
    let data = AdminMastersPage {
        slug: at.restaurant.slug.clone(),
        restaurant_name: context.pick(&at.restaurant.name),
        records: own::list(&mut conn, Some(id), &name).await?,
        choices: choices(&mut conn, &context, id, &name).await?,
        name,
    };
    drop(conn);
    let title = context.t(&format!("admin.masters.{}", data.name));
    page::respond_to_admin_at(&app, &context, &at.admin, &at.restaurant, &title, data).await
}

/// Lists the global records of one kind, for react-admin; `{name}.csv` is their CSV file. `filter` and `sort` accept the fields of the
/// records, and `filter` also `q`.
#[utoipa::path(get, path = "/admin/api/resources/{name}", tag = "admin", params(("name" = String, Path), ListQuery),
    responses((status = 200, body = Vec<MasterRecord>), (status = 401), (status = 404), (status = 422)))]
pub async fn global_list(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(name): Path<String>,
    Query(query): Query<ListQuery>,
) -> Result<Response, ApiError> {
    let (kind, is_file) = master_list::kind_of(&name);
    let records = global::list(&mut *app.pool.acquire().await?, None, kind).await?;
    let (actor, locale) = (Actor::Admin(admin.id), context.locale());
    let list = MasterList { app: &app, actor, restaurant: None, kind, is_file, locale };
    list.respond(&records, &query).await
}

/// Returns one global record.
#[utoipa::path(get, path = "/admin/api/resources/{name}/{id}", tag = "admin",
    params(("name" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = MasterRecord), (status = 401), (status = 404)))]
pub async fn global_one(
    State(app): State<App>,
    _: Admin,
    Path(path): Path<(String, String)>,
) -> Result<Json<MasterRecord>, ApiError> {
    global::one(&mut *app.pool.acquire().await?, None, &path.0, &path.1).await
}

/// Creates a global record.
#[utoipa::path(post, path = "/admin/api/resources/{name}", tag = "admin", params(("name" = String, Path)),
    request_body = MasterRecord,
    responses((status = 201, body = MasterRecord), (status = 401), (status = 404), (status = 422)))]
pub async fn global_create(
    State(app): State<App>,
    admin: Admin,
    Path(name): Path<String>,
    FormOrJson(given): FormOrJson<Value>,
) -> Result<Response, ApiError> {
    let saved = global::save(&app, edit_of(&app, &admin, None), &name, None, given).await?;
    Ok((StatusCode::CREATED, saved).into_response())
}

/// Changes the given fields of a global record. `expected` has the values that the form showed: 409 with the stored ones if another user has
/// changed them.
#[utoipa::path(put, path = "/admin/api/resources/{name}/{id}", tag = "admin",
    params(("name" = String, Path), ("id" = String, Path)), request_body = MasterRecord,
    responses((status = 200, body = MasterRecord), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn global_update(
    State(app): State<App>,
    admin: Admin,
    Path(path): Path<(String, String)>,
    FormOrJson(given): FormOrJson<Value>,
) -> Result<Json<MasterRecord>, ApiError> {
    global::save(&app, edit_of(&app, &admin, None), &path.0, Some(&path.1), given).await
}

/// Deletes a global record without references to it; 409 otherwise.
#[utoipa::path(delete, path = "/admin/api/resources/{name}/{id}", tag = "admin",
    params(("name" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = RemovedMaster), (status = 401), (status = 404), (status = 409)))]
pub async fn global_destroy(
    State(app): State<App>,
    admin: Admin,
    Path(path): Path<(String, String)>,
) -> Result<Json<RemovedMaster>, ApiError> {
    global::remove(&app, edit_of(&app, &admin, None), &path.0, path.1).await
}

/// Lists a restaurant's records of one kind, for react-admin; `{name}.csv` is their CSV file. `filter` and `sort` accept the fields of
/// the records, and `filter` also `q`.
#[utoipa::path(get, path = "/admin/api/resources/r/{slug}/{name}", tag = "admin",
    params(("slug" = String, Path), ("name" = String, Path), ListQuery),
    responses((status = 200, body = Vec<MasterRecord>), (status = 401), (status = 404), (status = 422)))]
pub async fn list(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    Path(path): Path<(String, String)>,
    Query(query): Query<ListQuery>,
) -> Result<Response, ApiError> {
    let (kind, is_file) = master_list::kind_of(&path.1);
    let restaurant = Some(at.restaurant.id);
    let records = own::list(&mut *app.pool.acquire().await?, restaurant, kind).await?;
    let (actor, locale) = (at.actor(), context.locale());
    MasterList { app: &app, actor, restaurant, kind, is_file, locale }.respond(&records, &query).await
}

/// Returns one record.
#[utoipa::path(get, path = "/admin/api/resources/r/{slug}/{name}/{id}", tag = "admin",
    params(("slug" = String, Path), ("name" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = MasterRecord), (status = 401), (status = 404)))]
pub async fn one(
    State(app): State<App>,
    at: AdminAt,
    Path(path): Path<(String, String, String)>,
) -> Result<Json<MasterRecord>, ApiError> {
    own::one(&mut *app.pool.acquire().await?, Some(at.restaurant.id), &path.1, &path.2).await
}

/// Creates a record.
#[utoipa::path(post, path = "/admin/api/resources/r/{slug}/{name}", tag = "admin",
    params(("slug" = String, Path), ("name" = String, Path)), request_body = MasterRecord,
    responses((status = 201, body = MasterRecord), (status = 401), (status = 404), (status = 422)))]
pub async fn create(
    State(app): State<App>,
    at: AdminAt,
    Path(path): Path<(String, String)>,
    FormOrJson(given): FormOrJson<Value>,
) -> Result<Response, ApiError> {
    let edit = edit_of(&app, &at.admin, Some(at.restaurant.id));
    let saved = own::save(&app, edit, &path.1, None, given).await?;
    Ok((StatusCode::CREATED, saved).into_response())
}

/// Fields of records that are risky settings (gaps G187).
const RISKY_FIELDS: [&str; 3] = ["capacity_per_stock", "default_stay_minutes", "cutoff_hours"];

/// Reports whether a record would get another value of a risky setting.
async fn changes_risky_field(
    app: &App,
    at: &AdminAt,
    path: &(String, String, String),
    given: &Value,
) -> Result<bool, ApiError> {
    let text = |record: &Value, field: &str| {
        let value = record.get(field)?;
        Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    };
    if RISKY_FIELDS.into_iter().all(|field| text(given, field).is_none()) {
        return Ok(false);
    }
    let Json(stored) = own::one(&mut *app.pool.acquire().await?, Some(at.restaurant.id), &path.1, &path.2).await?;
    let stored = serde_json::to_value(stored).map_err(ApiError::internal)?;
    let is_changed = |field: &str| text(&stored, field).zip(text(given, field)).is_some_and(|(old, new)| old != new);
    Ok(RISKY_FIELDS.into_iter().any(is_changed))
}

/// Changes a record. A risky setting requires its permission, a reason and a proof of identity, as fields of the record (gaps G220).
/// `expected` has the values that the form showed: 409 with the stored ones if another user has changed them.
#[utoipa::path(put, path = "/admin/api/resources/r/{slug}/{name}/{id}", tag = "admin",
    params(("slug" = String, Path), ("name" = String, Path), ("id" = String, Path)), request_body = MasterRecord,
    responses((status = 200, body = MasterRecord), (status = 401), (status = 403), (status = 404), (status = 409), (status = 422), (status = 429)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    Path(path): Path<(String, String, String)>,
    FormOrJson(given): FormOrJson<Value>,
) -> Result<Json<MasterRecord>, ApiError> {
    let justification = match changes_risky_field(&app, &at, &path, &given).await? {
        true => Some(record::<Justification>(given.clone())?),
        false => None,
    };
    let reason = match &justification {
        Some(justification) => Some(justification.require(&app, &context, &at.admin, AdminFlag::RiskySettings).await?),
        None => None,
    };
    let edit = MasterEdit { reason, ..edit_of(&app, &at.admin, Some(at.restaurant.id)) };
    own::save(&app, edit, &path.1, Some(&path.2), given).await
}

/// Deletes a record without references to it; 409 otherwise.
#[utoipa::path(delete, path = "/admin/api/resources/r/{slug}/{name}/{id}", tag = "admin",
    params(("slug" = String, Path), ("name" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = RemovedMaster), (status = 401), (status = 404), (status = 409)))]
pub async fn destroy(
    State(app): State<App>,
    at: AdminAt,
    Path(path): Path<(String, String, String)>,
) -> Result<Json<RemovedMaster>, ApiError> {
    let edit = edit_of(&app, &at.admin, Some(at.restaurant.id));
    own::remove(&app, edit, &path.1, path.2).await
}

#[cfg(test)]
mod tests {
    use domain::i18n;

    use super::*;

    #[test]
    fn every_kind_has_page_title() {
        let kinds = [global::NAMES, own::NAMES].concat();
        let untitled: Vec<_> = kinds.iter().filter(|name| !i18n::has(&format!("admin.masters.{name}"))).collect();
        assert!(kinds.len() > 15 && untitled.is_empty(), "{untitled:?}");
    }
}
