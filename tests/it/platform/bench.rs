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

#[test]
fn batch_has_as_many_bookings_as_its_size() {
    let script = statements::batch_script(12);
    assert!(script.contains("n BETWEEN :n - 11 AND :n"), "{script}");
    assert_eq!(script.matches("SELECT place_holds(").count(), 1, "{script}");
}
