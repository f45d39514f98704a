//! The filter of the customer list, with the names of owner §7. Addresses and the bulk form use the same names. The list ignores
//! unknown conditions and invalid values.

use std::collections::BTreeMap;

use domain::customers::cards::CardFilter;
use domain::customers::model::CustomerType;
use domain::customers::search;
use domain::names;
use domain::phone::search_words::number_of;
use domain::phone::{self, PhoneNumber};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::extract::form::Texts;

/// The fields as sent.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct FilterFields {
    #[serde(default)]
    q: Ransack,
    #[serde(flatten)]
    bare: Bare,
    #[serde(flatten)]
    #[schema(ignore)]
    others: BTreeMap<String, IgnoredAny>,
}

/// The conditions without the prefix `q`, which are also accepted inside `q` (gaps G015).
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[schema(as = CustomerConditions)]
struct Bare {
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    customer_types: Texts,
    /// Predefined codes, or the restaurant's own texts. A customer with any of them matches.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    customer_tags: Texts,
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
    /// An allergy that the diner or the staff wrote.
    #[serde(default)]
    #[schema(value_type = String)]
    has_allergy: Texts,
    #[serde(default)]
    #[schema(value_type = String)]
    profile_visit_count_gteq: Texts,
    #[serde(default)]
    #[schema(value_type = String)]
    profile_visit_count_lteq: Texts,
    /// Search terms. Each must match an email address, nickname, name, number or memo.
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
    #[serde(flatten)]
    bare: Bare,
    #[serde(flatten)]
    #[schema(ignore)]
    others: BTreeMap<String, IgnoredAny>,
}

/// Parameters that every form and address may have, and that filter nothing.
const NO_FILTERS: [&str; 8] =
    ["_method", "authenticity_token", "commit", "format", "owners_restaurant_slug", "page", "restaurant_slug", "utf8"];

/// The parsed filter.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct CustomerFilter {
    pub customer_group_ids: Vec<i64>,
    pub customer_types: Vec<CustomerType>,
    pub customer_tags: Vec<String>,
    pub is_blacklisted: bool,
    pub is_sms_invite: bool,
    pub is_email_invite: bool,
    pub is_overseas_phone_number: bool,
    pub is_domestic_phone_number: bool,
    pub has_allergy: bool,
    pub visit_count_from: Option<i64>,
    pub visit_count_till: Option<i64>,
    pub keywords: String,
    /// Exact matches.
    pub user_email: String,
    pub phone_local_number: String,
    pub phone_country: String,
}

impl FilterFields {
    /// Parses the query of an address.
    pub fn parse(query: Option<&str>) -> Self {
        crate::http::extract::form::query(query.unwrap_or_default()).unwrap_or_default()
    }

    /// Returns a condition from the top level, or the one inside `q` if that is blank.
    fn either(&self, condition: impl Fn(&Bare) -> &Texts) -> &Texts {
        let bare = condition(&self.bare);
        if bare.all().iter().any(|text| !text.trim().is_empty()) { bare } else { condition(&self.q.bare) }
    }

    pub fn to_filter(&self) -> CustomerFilter {
        let types = self.either(|bare| &bare.customer_types).all().iter();
        let tags = self.either(|bare| &bare.customer_tags).all().iter();
        let groups = self.q.customer_group_id_in.all().iter();
        let ticked = |condition: fn(&Bare) -> &Texts| self.either(condition).is_ticked();
        CustomerFilter {
            customer_group_ids: groups.filter_map(|id| id.parse().ok()).collect(),
            customer_types: types.filter_map(|name| CustomerType::named(name)).collect(),
            customer_tags: tags.map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect(),
            is_blacklisted: self.q.is_blacklisted_true.is_ticked(),
            is_sms_invite: ticked(|bare| &bare.is_sms_invite),
            is_email_invite: ticked(|bare| &bare.is_email_invite),
            is_overseas_phone_number: ticked(|bare| &bare.is_overseas_phone_number),
            is_domestic_phone_number: ticked(|bare| &bare.is_domestic_phone_number),
            has_allergy: ticked(|bare| &bare.has_allergy),
            visit_count_from: visits(self.either(|bare| &bare.profile_visit_count_gteq)),
            visit_count_till: visits(self.either(|bare| &bare.profile_visit_count_lteq)),
            keywords: self.either(|bare| &bare.keywords).first().unwrap_or_default().trim().to_owned(),
            user_email: names::email_key(self.q.user_email_eq.first().unwrap_or_default()),
            phone_local_number: {
                let typed = self.q.profile_phone_local_number_eq.first().unwrap_or_default();
                search::strip_leading_zero(&number_of(typed).unwrap_or_else(|| phone::digits(typed)))
            },
            phone_country: self.q.profile_phone_country_eq.first().unwrap_or_default().trim().to_uppercase(),
        }
    }

    /// Parses the filter for a change of all matching customers. The list ignores unknown conditions and shows more rows; a
    /// change would affect more people than intended.
    ///
    /// # Errors
    /// The names of the conditions that are unknown or cannot be read.
    pub fn to_filter_strict(&self) -> Result<CustomerFilter, Vec<String>> {
        let filter = self.to_filter();
        let named = |texts: &Texts| texts.all().iter().filter(|text| !text.trim().is_empty()).count();
        let mut strange: Vec<String> =
            self.others.keys().filter(|name| !NO_FILTERS.contains(&name.as_str())).cloned().collect();
        strange.extend(self.q.others.keys().map(|name| format!("q[{name}]")));
        let mut check = |is_read: bool, name: &str| {
            if !is_read {
                strange.push(name.to_owned());
            }
        };
        let groups = named(&self.q.customer_group_id_in);
        check(groups == filter.customer_group_ids.len(), "q[customer_group_id_in]");
        check(is_checkbox_value(&self.q.is_blacklisted_true), "q[is_blacklisted_true]");
        let types = named(self.either(|bare| &bare.customer_types));
        check(types == filter.customer_types.len(), "customer_types");
        check(is_checkbox_value(self.either(|bare| &bare.is_sms_invite)), "is_sms_invite");
        check(is_checkbox_value(self.either(|bare| &bare.is_email_invite)), "is_email_invite");
        check(is_checkbox_value(self.either(|bare| &bare.is_overseas_phone_number)), "is_overseas_phone_number");
        check(is_checkbox_value(self.either(|bare| &bare.is_domestic_phone_number)), "is_domestic_phone_number");
        check(is_checkbox_value(self.either(|bare| &bare.has_allergy)), "has_allergy");
        let from = self.either(|bare| &bare.profile_visit_count_gteq);
        check(named(from) == 0 || filter.visit_count_from.is_some(), "profile_visit_count_gteq");
        let till = self.either(|bare| &bare.profile_visit_count_lteq);
        check(named(till) == 0 || filter.visit_count_till.is_some(), "profile_visit_count_lteq");
        let number = named(&self.q.profile_phone_local_number_eq);
        check(number == 0 || !filter.phone_local_number.is_empty(), "q[profile_phone_local_number_eq]");
        check(filter.user_email.is_empty() || names::email(&filter.user_email).is_ok(), "q[user_email_eq]");
        if strange.is_empty() { Ok(filter) } else { Err(strange) }
    }
}

fn visits(text: &Texts) -> Option<i64> {
    text.first().and_then(|text| text.trim().parse().ok()).filter(|count| (0..=100).contains(count))
}

/// Reports whether a checkbox is ticked, unticked or blank.
fn is_checkbox_value(texts: &Texts) -> bool {
    texts.is_ticked() || texts.all().iter().all(|text| matches!(text.trim(), "" | "0" | "false" | "off"))
}

impl CustomerFilter {
    /// Returns the filter of the query. A country alone does not count as an exact match of a number.
    pub fn cards(&self) -> CardFilter {
        let some = |text: &String| (!text.is_empty()).then(|| text.clone());
        let flags = |pairs: [(bool, &'static str); 2]| {
            pairs.into_iter().filter(|(is_set, _)| *is_set).map(|(_, name)| name).collect::<Vec<_>>()
        };
        let country = if self.phone_country.is_empty() { "JP" } else { &self.phone_country };
        let e164 = PhoneNumber::parse(country, &self.phone_local_number).ok().map(|number| number.e164);
        CardFilter {
            groups: self.customer_group_ids.clone(),
            types: self.customer_types.iter().map(|kind| kind.as_str().to_owned()).collect(),
            tags: self.customer_tags.clone(),
            blacklisted: self.is_blacklisted,
            allergies: self.has_allergy,
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
            ..CardFilter::default()
        }
    }

    /// Returns the filter as an address's query, without a page.
    pub fn query(&self) -> String {
        let mut pairs: Vec<(&str, String)> = Vec::new();
        pairs.extend(self.customer_group_ids.iter().map(|id| ("q[customer_group_id_in][]", id.to_string())));
        pairs.extend(self.customer_types.iter().map(|kind| ("customer_types[]", kind.as_str().to_owned())));
        pairs.extend(self.customer_tags.iter().map(|tag| ("customer_tags[]", tag.clone())));
        let flags = [
            ("q[is_blacklisted_true]", self.is_blacklisted),
            ("is_sms_invite", self.is_sms_invite),
            ("is_email_invite", self.is_email_invite),
            ("is_overseas_phone_number", self.is_overseas_phone_number),
            ("is_domestic_phone_number", self.is_domestic_phone_number),
            ("has_allergy", self.has_allergy),
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
    fn query_string_round_trips() {
        let query = "q[customer_group_id_in][]=7&q[customer_group_id_in][]=999&customer_types[]=OnlineCustomer&\
                     customer_tags[]=vip&customer_tags[]=%E7%AA%93%E5%81%B4&\
                     q[is_blacklisted_true]=1&is_sms_invite=1&has_allergy=1&profile_visit_count_gteq=2&q[user_email_eq]=%20A%40B.jp&\
                     q[profile_phone_local_number_eq]=090-1234-5678&keywords=%E4%BC%8A%E8%97%A4&unknown[x]=1&page=2";
        let filter = FilterFields::parse(Some(query)).to_filter();
        assert_eq!((filter.customer_group_ids.as_slice(), filter.is_blacklisted), (&[7, 999][..], true));
        assert_eq!(filter.customer_types, [CustomerType::OnlineCustomer]);
        assert_eq!(filter.customer_tags, ["vip", "窓側"]);
        assert!(filter.has_allergy);
        assert_eq!((filter.user_email.as_str(), filter.phone_local_number.as_str()), ("a@b.jp", "9012345678"));
        assert_eq!((filter.visit_count_from, filter.visit_count_till), (Some(2), None));
        let again = FilterFields::parse(Some(&filter.query())).to_filter();
        assert_eq!(format!("{again:?}"), format!("{filter:?}"));
    }

    #[test]
    fn nested_condition_equals_top_level_condition() {
        let nested =
            "q[customer_types][]=OfflineCustomer&q[is_sms_invite]=1&q[profile_visit_count_gteq]=3&q[keywords]=ito";
        let top_level = "customer_types[]=OfflineCustomer&is_sms_invite=1&profile_visit_count_gteq=3&keywords=ito";
        let query = |text| FilterFields::parse(Some(text)).to_filter().query();
        assert_eq!(query(nested), query(top_level));
        assert!(query(top_level).contains("keywords=ito"), "{}", query(top_level));
    }

    #[test]
    fn bulk_change_names_unknown_conditions() {
        let strange = |text| FilterFields::parse(Some(text)).to_filter_strict().map(|_| ()).unwrap_err();
        assert_eq!(strange("visits=3&q[name_cont]=x&page=2"), ["visits", "q[name_cont]"]);
        assert_eq!(
            strange("customer_types[]=Nobody&profile_visit_count_gteq=101"),
            ["customer_types", "profile_visit_count_gteq"]
        );
        assert_eq!(
            strange("q[customer_group_id_in][]=x&is_sms_invite=maybe"),
            ["q[customer_group_id_in]", "is_sms_invite"]
        );
        assert_eq!(strange("q[user_email_eq]=k%C4%B0m@b.jp"), ["q[user_email_eq]"]);
        let plain = "q[is_sms_invite]=1&keywords=&q[customer_group_id_in][]=7&_method=put&restaurant_slug=a";
        assert!(FilterFields::parse(Some(plain)).to_filter_strict().is_ok());
    }

    #[test]
    fn meaningless_condition_is_ignored() {
        let query = "q=1&customer_types=Nobody&profile_visit_count_gteq=101&q[customer_group_id_in][]=x";
        for query in [query, "customer_types=Nobody&profile_visit_count_gteq=-1", "%zz", "a[b=", ""] {
            let filter = FilterFields::parse(Some(query)).to_filter();
            assert_eq!(filter.query(), "", "{query}");
        }
    }
}
