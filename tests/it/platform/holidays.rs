//! The computed holidays, compared with a published table (`@holiday-jp/holiday_jp`).

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use chrono::{Datelike, NaiveDate};
use domain::holidays::holiday;

const PRINT: &str = "const { holidays } = require('@holiday-jp/holiday_jp');
    console.log(JSON.stringify(Object.fromEntries(Object.values(holidays).map(({ date, name }) => [date, name]))))";

fn their_table() -> BTreeMap<NaiveDate, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let printed = Command::new("node").args(["-e", PRINT]).current_dir(root).output().expect("node runs");
    assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
    serde_json::from_slice(&printed.stdout).expect("a table of dates and names")
}

#[test]
fn holidays_match_independent_table_for_eleven_years() {
    let years = 2020..=2030;
    let mut theirs = their_table();
    theirs.retain(|date, _| years.contains(&date.year()));
    assert!(theirs.len() > 11 * 15, "{theirs:?}");
    let first = NaiveDate::from_ymd_opt(2020, 1, 1).expect("a date");
    let days = first.iter_days().take_while(|date| years.contains(&date.year()));
    let ours: BTreeMap<_, _> = days.filter_map(|date| Some((date, holiday(date)?.0.to_owned()))).collect();
    let dates = |table: &BTreeMap<NaiveDate, String>| table.keys().copied().collect::<Vec<_>>();
    assert_eq!(dates(&ours), dates(&theirs));
    // A substitute is named after its holiday there.
    let named = |date: &&NaiveDate| !["振替休日", "国民の休日"].contains(&ours[*date].as_str());
    for date in ours.keys().filter(named) {
        assert_eq!(ours[date], theirs[date], "{date}");
    }
}
