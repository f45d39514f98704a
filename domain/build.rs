//! A migration is built in (`db::migrate`), and a new file is no change of any source that cargo knows of.

fn main() {
    println!("cargo::rerun-if-changed=../migrations");
}
