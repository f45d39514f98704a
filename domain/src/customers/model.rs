use crate::ids::CustomerId;

/// How a diner stands to a restaurant they have had to do with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Favorite {
    pub id: CustomerId,
    pub favorited: bool,
    /// Whether the restaurant may write to them.
    pub shop_notification: bool,
}
