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
    AdjustmentId,
    AdminUserId,
    AnnouncementId,
    AnswerSetId,
    AreaId,
    AuditEventId,
    BlacklistedNumberId,
    CalendarDateId,
    CalendarTagId,
    CampaignCodeId,
    CancelRequestId,
    ChargeId,
    ChargeInvoiceId,
    CorrectionId,
    CouponId,
    CourseId,
    CuisineId,
    CustomerGroupId,
    CustomerId,
    CustomerMergeId,
    CustomerProfileId,
    DisputeId,
    GoldAllocationId,
    GoldRoundId,
    GuestsCountSelectorId,
    InterestTagId,
    InventoryGroupId,
    InventoryItemId,
    LedgerTransferId,
    MailDeliveryId,
    NotificationAddressId,
    NotificationId,
    OnlineCancellationId,
    OnlineCancellationReleaseId,
    OnlineStockGroupId,
    OnlineStockId,
    OperationSlotId,
    OsgTimeId,
    OwnerId,
    PlanChangeRequestId,
    PlanPriceId,
    PreferenceQuestionId,
    ProviderEventId,
    RaffleRegistrationId,
    RaffleRoundId,
    RefillTemplateId,
    ReservationId,
    RestaurantId,
    RestaurantOperationId,
    RoundPlanId,
    SmsDeliveryId,
    SubscriptionId,
    UserCouponCodeId,
    UserId,
    WaitingListEntryId,
    WaitingRoomId,
    WaitingRoomPlaceId,
);
