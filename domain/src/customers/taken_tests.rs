use super::*;

fn number(local: &str) -> Number {
    Number { country: "JP".into(), local: local.into(), e164: format!("+81{local}") }
}

fn guest(memo: &str, allergies: &str, tags: &[&str]) -> Known {
    Known {
        internal_memo: memo.into(),
        noted_allergies: allergies.into(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        ..Known::default()
    }
}

#[test]
fn what_is_taken_is_given_back() {
    let before = guest("左利き", "えび", &["vip"]);
    let other = Known {
        customer_group_id: Some(7),
        has_live_group: true,
        phone: Some(number("9012345678")),
        receipt_title: "株式会社".into(),
        ..guest("窓側", "エビ\nそば", &["vip", "birthday"])
    };
    let mut primary = before.clone();
    let taken = primary.lacks(std::slice::from_ref(&other));
    primary.take(&taken);
    assert_eq!((primary.customer_group_id, &primary.phone), (Some(7), &other.phone));
    assert_eq!((primary.internal_memo.as_str(), primary.noted_allergies.as_str()), ("左利き\n窓側", "えび\nそば"));
    assert_eq!(primary.tags, ["vip", "birthday"]);
    let given = primary.give_back(&taken);
    assert_eq!(primary, before);
    assert_eq!(given, Taken { internal_memo: String::new(), ..taken });
}

#[test]
fn what_staff_changed_meanwhile_stays() {
    let other = Known { phone: Some(number("9012345678")), ..guest("窓側", "そば", &["birthday"]) };
    let mut primary = guest("", "", &[]);
    let taken = primary.lacks(&[other]);
    primary.take(&taken);
    primary.phone = Some(number("8011112222"));
    primary.internal_memo = "窓側の席が好き".into();
    primary.noted_allergies = "そば（重い）".into();
    primary.tags.clear();
    let changed = primary.clone();
    assert_eq!(primary.give_back(&taken), Taken::default());
    assert_eq!(primary, changed);
}

#[test]
fn an_archived_group_is_given_to_nobody() {
    let other = Known { customer_group_id: Some(7), has_live_group: false, ..Known::default() };
    assert_eq!(Known::default().lacks(&[other]).customer_group_id, None);
}

#[test]
fn an_allergy_that_another_merged_record_knows_too_is_kept() {
    let (one, two) = (guest("a", "えび\nそば", &["vip"]), guest("b", "エビ", &["vip"]));
    let mut primary = Known::default();
    let first = primary.lacks(std::slice::from_ref(&one));
    primary.take(&first);
    let mut second = primary.lacks(std::slice::from_ref(&two));
    primary.take(&second);
    assert!(second.noted_allergies.is_empty() && second.tags.is_empty());
    let mut given = primary.give_back(&first);
    let kept = given.known_to(&[two]);
    primary.take(&kept);
    second.add(&kept);
    given.except(&kept);
    assert_eq!(primary, guest("b", "えび", &["vip"]));
    assert_eq!((given.noted_allergies, given.tags), (vec!["そば".to_owned()], Vec::new()));
    primary.give_back(&second);
    assert_eq!(primary, Known::default());
}
