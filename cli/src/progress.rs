//! How far long work has come: on standard error, and only on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

const TICK: Duration = Duration::from_millis(200);

/// For work whose length is known.
pub fn bar(length: usize, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left").expect("a constant");
    ProgressBar::new(length as u64).with_style(style).with_message(what)
}

/// For work that takes as long as it takes; gone when it is dropped.
pub fn spinner(what: impl Into<String>) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}").expect("a constant");
    let spinner = ProgressBar::new_spinner().with_style(style).with_message(what.into());
    spinner.enable_steady_tick(TICK);
    spinner
}
