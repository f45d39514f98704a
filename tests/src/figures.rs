//! A measured figure, with its required and its desired value.

use serde_json::json;

/// Which direction is better.
#[derive(Clone, Copy, Debug)]
pub enum Better {
    More,
    Less,
}

pub struct Figure {
    pub name: &'static str,
    pub value: f64,
    pub must: f64,
    pub aim: f64,
    pub better: Better,
    pub detail: String,
}

impl Figure {
    fn meets(&self, bound: f64) -> bool {
        match self.better {
            Better::More => self.value >= bound,
            Better::Less => self.value <= bound,
        }
    }

    fn verdict(&self) -> &'static str {
        if self.meets(self.aim) {
            "aim"
        } else if self.meets(self.must) {
            "must"
        } else {
            "missed"
        }
    }

    pub fn print(&self) {
        let line = json!({
            "figure": self.name, "value": self.value, "must": self.must, "aim": self.aim,
            "verdict": self.verdict(), "detail": self.detail,
        });
        println!("{line}");
    }
}

pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

pub fn table(figures: &[Figure]) {
    println!();
    println!("{:<58} {:>9} {:>8} {:>8}  {:<7} detail", "figure", "value", "must", "aim", "verdict");
    for figure in figures {
        println!(
            "{:<58} {:>9.3} {:>8} {:>8}  {:<7} {}",
            figure.name,
            figure.value,
            figure.must,
            figure.aim,
            figure.verdict(),
            figure.detail
        );
    }
}
