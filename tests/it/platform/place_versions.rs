//! Every statement that changes a reservation's place increases its version: otherwise a colleague's next change overwrites it.

use std::collections::BTreeSet;

use super::queries::{literals_below, workspace};

const PLACE: [&str; 6] = ["date", "starts_at", "ends_at", "guests_count", "inventory_group_id", "status"];
/// The guest's answer changes no place. A booking that gets seats again after its hold has expired increases its version itself.
const ACCEPTS: &str = "SET status = 'accepted', accepted_at";

/// Whether a statement changes the place of reservations, ends them or restores them.
fn changes_place(statement: &str) -> bool {
    let Some((_, rest)) = statement.split_once("UPDATE reservations ") else { return false };
    let set = rest.split("WHERE").next().unwrap_or_default();
    let mut words = set.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|word| PLACE.contains(&word)) && !set.starts_with(ACCEPTS)
}

#[test]
fn every_change_of_a_place_raises_the_version() {
    assert!(changes_place("UPDATE reservations SET guests_count = 2 WHERE id = $1"));
    assert!(changes_place("UPDATE reservations SET status = 'void' WHERE id = $1"));
    assert!(!changes_place("UPDATE reservations SET internal_memo = $2 WHERE id = $1 AND status = 'accepted'"));
    assert!(!changes_place("UPDATE reservation_days SET date = $2"));
    let mut texts = BTreeSet::new();
    for name in ["domain/src", "web-server/src", "worker/src", "cli/src"] {
        literals_below(&workspace().join(name), &mut texts);
    }
    let statements = texts.iter().flat_map(|text| text.split(';'));
    let changing: Vec<_> = statements.filter(|statement| changes_place(statement)).collect();
    assert!(changing.len() >= 6, "{changing:#?}");
    let forgetful: Vec<_> = changing.iter().filter(|statement| !statement.contains("version = version + 1")).collect();
    assert!(forgetful.is_empty(), "these overwrite the changes of others: {forgetful:#?}");
}
