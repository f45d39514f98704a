//! What the customer list is narrowed by, in the names of owner §7: in an address and in the bulk form alike. Unknown
//! conditions and unreadable values narrow nothing.

use domain::customers::cards::Filter;
use domain::customers::model::CustomerType;
use domain::customers::search;
use domain::phone::{self, PhoneNumber};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::extract::form::Texts;

/// The fields as they come.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct FilterFields {
    #[serde(default)]
    q: Ransack,
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    customer_types: Texts,
    #[serde(default)]
    #[schema(value_type = String)]
    is_sms_invite: Texts,
    #[serde(default)]
    #[schema(value_type = String)]
    is_email_invite: Texts,
    #[serde(default)]
    #[schema(value_type = String)]
    is_overseas_phone_number: Texts,
    #[serde(default)]
    #[schema(value_type = String)]
    is_domestic_phone_number: Texts,
    #[serde(default)]
    #[schema(value_type = String)]
    profile_visit_count_gteq: Texts,
    #[serde(default)]
    #[schema(value_type = String)]
    profile_visit_count_lteq: Texts,
    /// Each word somewhere in address, nickname, name, number or memo.
    #[serde(default)]
    #[schema(value_type = String)]
    keywords: Texts,
}

#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[schema(as = CustomerRansack)]
pub struct Ransack {
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    customer_group_id_in: Texts,
    #[serde(default)]
    #[schema(value_type = String)]
    is_blacklisted_true: Texts,
    #[serde(default)]
    #[schema(value_type = String)]
    user_email_eq: Texts,
    #[serde(default)]
    #[schema(value_type = String)]
    profile_phone_local_number_eq: Texts,
    #[serde(default)]
    #[schema(value_type = String)]
    profile_phone_country_eq: Texts,
}

/// The same, understood: what a list was narrowed by.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct CustomerFilter {
    pub customer_group_ids: Vec<i64>,
    pub customer_types: Vec<CustomerType>,
    pub is_blacklisted: bool,
    pub is_sms_invite: bool,
    pub is_email_invite: bool,
    pub is_overseas_phone_number: bool,
    pub is_domestic_phone_number: bool,
    #[schema(required)]
    pub visit_count_from: Option<i64>,
    #[schema(required)]
    pub visit_count_till: Option<i64>,
    pub keywords: String,
    /// Exact matches.
    pub user_email: String,
    pub phone_local_number: String,
    pub phone_country: String,
}

impl FilterFields {
    /// From an address's query.
    pub fn parse(query: Option<&str>) -> Self {
        crate::http::extract::form::query(query.unwrap_or_default()).unwrap_or_default()
    }

    pub fn understood(&self) -> CustomerFilter {
        let types = self.customer_types.all().iter();
        let groups = self.q.customer_group_id_in.all().iter();
        let visits =
            |text: &Texts| text.first().and_then(|text| text.parse().ok()).filter(|count| (0..=100).contains(count));
        CustomerFilter {
            customer_group_ids: groups.filter_map(|id| id.parse().ok()).collect(),
            customer_types: types.filter_map(|name| CustomerType::named(name)).collect(),
            is_blacklisted: self.q.is_blacklisted_true.is_ticked(),
            is_sms_invite: self.is_sms_invite.is_ticked(),
            is_email_invite: self.is_email_invite.is_ticked(),
            is_overseas_phone_number: self.is_overseas_phone_number.is_ticked(),
            is_domestic_phone_number: self.is_domestic_phone_number.is_ticked(),
            visit_count_from: visits(&self.profile_visit_count_gteq),
            visit_count_till: visits(&self.profile_visit_count_lteq),
            keywords: self.keywords.first().unwrap_or_default().trim().to_owned(),
            user_email: search::comparable(self.q.user_email_eq.first().unwrap_or_default()),
            phone_local_number: search::without_zero(&phone::digits(
                self.q.profile_phone_local_number_eq.first().unwrap_or_default(),
            )),
            phone_country: self.q.profile_phone_country_eq.first().unwrap_or_default().trim().to_uppercase(),
        }
    }
}

impl CustomerFilter {
    /// As the table is asked. A country alone is no exact match of a number.
    pub fn cards(&self) -> Filter {
        let some = |text: &String| (!text.is_empty()).then(|| text.clone());
        let flags = |pairs: [(bool, &'static str); 2]| {
            pairs.into_iter().filter(|(is_set, _)| *is_set).map(|(_, name)| name).collect::<Vec<_>>()
        };
        let country = if self.phone_country.is_empty() { "JP" } else { &self.phone_country };
        let e164 = PhoneNumber::parse(country, &self.phone_local_number).ok().map(|number| number.e164);
        Filter {
            groups: self.customer_group_ids.clone(),
            types: self.customer_types.iter().map(|kind| kind.as_str().to_owned()).collect(),
            blacklisted: self.is_blacklisted.then_some(true),
            ways: flags([(self.is_sms_invite, "sms"), (self.is_email_invite, "email")]),
            countries: flags([
                (self.is_domestic_phone_number, "domestic"),
                (self.is_overseas_phone_number, "overseas"),
            ]),
            visits_from: self.visit_count_from,
            visits_till: self.visit_count_till,
            keywords: search::keywords(&self.keywords),
            email: some(&self.user_email),
            phone: some(&self.phone_local_number).filter(|_| e164.is_none()),
            phone_country: some(&self.phone_country).filter(|_| !self.phone_local_number.is_empty() && e164.is_none()),
            e164,
            ..Filter::default()
        }
    }

    /// The same as an address's query, without a page.
    pub fn query(&self) -> String {
        let mut pairs: Vec<(&str, String)> = Vec::new();
        pairs.extend(self.customer_group_ids.iter().map(|id| ("q[customer_group_id_in][]", id.to_string())));
        pairs.extend(self.customer_types.iter().map(|kind| ("customer_types[]", kind.as_str().to_owned())));
        let flags = [
            ("q[is_blacklisted_true]", self.is_blacklisted),
            ("is_sms_invite", self.is_sms_invite),
            ("is_email_invite", self.is_email_invite),
            ("is_overseas_phone_number", self.is_overseas_phone_number),
            ("is_domestic_phone_number", self.is_domestic_phone_number),
        ];
        pairs.extend(flags.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| (name, "1".to_owned())));
        let counts =
            [("profile_visit_count_gteq", self.visit_count_from), ("profile_visit_count_lteq", self.visit_count_till)];
        pairs.extend(counts.into_iter().filter_map(|(name, count)| Some((name, count?.to_string()))));
        let texts = [
            ("keywords", &self.keywords),
            ("q[user_email_eq]", &self.user_email),
            ("q[profile_phone_local_number_eq]", &self.phone_local_number),
            ("q[profile_phone_country_eq]", &self.phone_country),
        ];
        pairs.extend(texts.into_iter().filter(|(_, text)| !text.is_empty()).map(|(name, text)| (name, text.clone())));
        let url = reqwest::Url::parse_with_params("form:/", pairs).ok();
        url.and_then(|url| url.query().map(str::to_owned)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_and_written_again() {
        let query = "q[customer_group_id_in][]=7&q[customer_group_id_in][]=999&customer_types[]=OnlineCustomer&\
                     q[is_blacklisted_true]=1&is_sms_invite=1&profile_visit_count_gteq=2&q[user_email_eq]=%20A%40B.jp&\
                     q[profile_phone_local_number_eq]=090-1234-5678&keywords=%E4%BC%8A%E8%97%A4&unknown[x]=1&page=2";
        let filter = FilterFields::parse(Some(query)).understood();
        assert_eq!((filter.customer_group_ids.as_slice(), filter.is_blacklisted), (&[7, 999][..], true));
        assert_eq!(filter.customer_types, [CustomerType::OnlineCustomer]);
        assert_eq!((filter.user_email.as_str(), filter.phone_local_number.as_str()), ("a@b.jp", "9012345678"));
        assert_eq!((filter.visit_count_from, filter.visit_count_till), (Some(2), None));
        let again = FilterFields::parse(Some(&filter.query())).understood();
        assert_eq!(format!("{again:?}"), format!("{filter:?}"));
    }

    #[test]
    fn what_makes_no_sense_narrows_nothing() {
        let query = "q=1&customer_types=Nobody&profile_visit_count_gteq=101&q[customer_group_id_in][]=x";
        for query in [query, "customer_types=Nobody&profile_visit_count_gteq=-1", "%zz", "a[b=", ""] {
            let filter = FilterFields::parse(Some(query)).understood();
            assert_eq!(filter.query(), "", "{query}");
        }
    }
}
