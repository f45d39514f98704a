//! Progress of long work, on standard error and only on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

const TICK: Duration = Duration::from_millis(200);

/// Returns a bar for work of known length.
pub fn bar(length: usize, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left").expect("a constant");
    ProgressBar::new(length as u64).with_style(style).with_message(what)
}

/// Returns a callback with which work reports its progress to a bar.
pub fn update_bar(bar: &ProgressBar) -> impl Fn(usize, usize) + Sync {
    |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    }
}

/// Returns a spinner for work of unknown length. It disappears when it is dropped.
pub fn spinner(what: impl Into<String>) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}").expect("a constant");
    let spinner = ProgressBar::new_spinner().with_style(style).with_message(what.into());
    spinner.enable_steady_tick(TICK);
    spinner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_bar_shows_reported_count() {
        let bar = bar(0, "restaurants");
        let report = update_bar(&bar);
        for done in [0, 5, 12] {
            report(done, 12);
            assert_eq!((bar.position(), bar.length()), (done as u64, Some(12)));
        }
    }
}
