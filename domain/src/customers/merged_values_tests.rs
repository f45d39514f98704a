use super::*;

fn number(local: &str) -> StoredNumber {
    StoredNumber { country: "JP".into(), local: local.into(), e164: format!("+81{local}") }
}

fn guest(memo: &str, allergies: &str, tags: &[&str]) -> CustomerValues {
    CustomerValues {
        internal_memo: memo.into(),
        noted_allergies: allergies.into(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        ..CustomerValues::default()
    }
}

#[test]
fn unmerge_restores_merged_values() {
    let before = guest("左利き", "えび", &["vip"]);
    let other = CustomerValues {
        customer_group_id: Some(CustomerGroupId(7)),
        has_live_group: true,
        phone: Some(number("9012345678")),
        kana: "ワタナベ".into(),
        receipt_title: "株式会社".into(),
        ..guest("窓側", "エビ\nそば", &["vip", "birthday"])
    };
    let mut primary = before.clone();
    let taken = primary.missing_values(std::slice::from_ref(&other));
    primary.take(&taken);
    assert_eq!((primary.customer_group_id, &primary.phone), (Some(CustomerGroupId(7)), &other.phone));
    assert_eq!(primary.kana, "ワタナベ");
    assert_eq!((primary.internal_memo.as_str(), primary.noted_allergies.as_str()), ("左利き\n窓側", "えび\nそば"));
    assert_eq!(primary.tags, ["vip", "birthday"]);
    let given = primary.remove_values(&taken);
    assert_eq!(primary, before);
    assert_eq!(given, MergedValues { internal_memo: String::new(), ..taken });
}

#[test]
fn unmerge_keeps_later_staff_changes() {
    let other = CustomerValues { phone: Some(number("9012345678")), ..guest("窓側", "そば", &["birthday"]) };
    let mut primary = guest("", "", &[]);
    let taken = primary.missing_values(&[other]);
    primary.take(&taken);
    primary.phone = Some(number("8011112222"));
    primary.internal_memo = "窓側の席が好き".into();
    primary.noted_allergies = "そば（重い）".into();
    primary.tags.clear();
    let changed = primary.clone();
    assert_eq!(primary.remove_values(&taken), MergedValues::default());
    assert_eq!(primary, changed);
}

#[test]
fn unmerge_skips_archived_group() {
    let other = CustomerValues {
        customer_group_id: Some(CustomerGroupId(7)),
        has_live_group: false,
        ..CustomerValues::default()
    };
    assert_eq!(CustomerValues::default().missing_values(&[other]).customer_group_id, None);
}

#[test]
fn unmerge_keeps_allergy_of_another_merged_record() {
    let (one, two) = (guest("a", "えび\nそば", &["vip"]), guest("b", "エビ", &["vip"]));
    let mut primary = CustomerValues::default();
    let first = primary.missing_values(std::slice::from_ref(&one));
    primary.take(&first);
    let mut second = primary.missing_values(std::slice::from_ref(&two));
    primary.take(&second);
    assert!(second.noted_allergies.is_empty() && second.tags.is_empty());
    let mut given = primary.remove_values(&first);
    let kept = given.also_held_by(&[two]);
    primary.take(&kept);
    second.add(&kept);
    given.except(&kept);
    assert_eq!(primary, guest("b", "えび", &["vip"]));
    assert_eq!((given.noted_allergies, given.tags), (vec!["そば".to_owned()], Vec::new()));
    primary.remove_values(&second);
    assert_eq!(primary, CustomerValues::default());
}
