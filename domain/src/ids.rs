//! Ids as types, so that a restaurant's id cannot be used as a diner's.

macro_rules! ids {
    ($($name:ident),+ $(,)?) => {$(
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize, sqlx::Type)]
        #[serde(transparent)]
        #[sqlx(transparent)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

ids!(
    AdminUserId,
    AnnouncementId,
    CalendarTagId,
    CancelRequestId,
    ChargeId,
    CorrectionId,
    CourseId,
    CustomerGroupId,
    CustomerId,
    GuestsCountSelectorId,
    InventoryGroupId,
    InventoryItemId,
    NotificationId,
    OnlineCancellationId,
    OnlineStockGroupId,
    OnlineStockId,
    OsgTimeId,
    OwnerId,
    RefillTemplateId,
    ReservationId,
    RestaurantId,
    SubscriptionId,
    UserId,
);
