//! The benchmark's script of a booking is generated from the product's statements.

use std::path::Path;

#[path = "../../load/statements.rs"]
mod statements;

#[test]
fn every_parameter_of_a_booking_has_a_value() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let script = statements::booking_script(&root).expect("a script");
    assert!(script.contains("SELECT place_holds("), "{script}");
}
