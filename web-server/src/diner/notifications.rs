//! Notifications that a restaurant may send to a diner: the dialog in the list of favourites (diner §3, §6).

use axum::Json;
use axum::extract::State;
use domain::customers::cards::CustomerLookup;
use domain::customers::notifications::{NotificationChange, Notifications, change};
use domain::entitlements::tiers;
use domain::ids::CustomerId;
use domain::plans::error::SubscriptionPlanError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::record_key::RecordKey;
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, tick};
use crate::http::write_response::WriteMessage;
use crate::state::App;

/// The effective switches of one restaurant.
#[derive(Serialize, ToSchema)]
pub struct NotificationView {
    subscribe_to_announcements: bool,
    subscribe_to_standby: bool,
    show_in_premium_calendar: bool,
    /// False if the restaurant offers no standby, which hides that switch.
    allow_cancellation_waiting: bool,
}

impl From<Notifications> for NotificationView {
    fn from(of: Notifications) -> Self {
        Self {
            subscribe_to_announcements: of.subscribe_to_announcements,
            subscribe_to_standby: of.subscribe_to_standby,
            show_in_premium_calendar: of.show_in_premium_calendar,
            allow_cancellation_waiting: of.allow_cancellation_waiting,
        }
    }
}

#[derive(Default, Deserialize, ToSchema)]
pub struct NotificationBody {
    #[serde(default)]
    online_customer: NotificationFields,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NotificationFields {
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    subscribe_to_announcements: Option<bool>,
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    subscribe_to_standby: Option<bool>,
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    show_in_premium_calendar: Option<bool>,
}

/// Changes the named switches: at least one, and no others (422). 404 for a record of another diner; 422 for standby at a restaurant
/// without notifications of freed slots; 403 for the switch of the premium calendar without premium (diner §6).
#[utoipa::path(patch, path = "/users/api/customers/{id}", tag = "favourites", params(("id" = String, Path)),
    request_body = NotificationBody, responses((status = 200, body = WriteMessage), (status = 401), (status = 403), (status = 404),
        (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    key: RecordKey,
    FormOrJson(body): FormOrJson<NotificationBody>,
) -> Result<Json<WriteMessage>, ApiError> {
    let fields = body.online_customer;
    let asked = NotificationChange {
        subscribe_to_announcements: fields.subscribe_to_announcements,
        subscribe_to_standby: fields.subscribe_to_standby,
        show_in_premium_calendar: fields.show_in_premium_calendar,
    };
    if [asked.subscribe_to_announcements, asked.subscribe_to_standby, asked.show_in_premium_calendar] == [None; 3] {
        return Err(ApiError::invalid_fields([("online_customer", "blank")]));
    }
    let key = CustomerLookup { id: key.id.map(CustomerId), uid: key.uid.as_deref() };
    app.transaction(async |tx| {
        change(tx, app.clock.now(), diner.id, key, asked).await?;
        // Last, because another diner's record is not found, whatever the request contains.
        let needs_premium = asked.show_in_premium_calendar.is_some();
        if needs_premium && !tiers::find(tx, diner.id, app.clock.now()).await?.is_premium() {
            return Err(ApiError::from(SubscriptionPlanError::PremiumOnly));
        }
        Ok(())
    })
    .await?;
    Ok(Json(WriteMessage { message: context.t("flash.settings_updated"), redirect_to: None }))
}
