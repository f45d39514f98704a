//! The search for restaurants: finds a diner's text in names, cuisines, areas, courses, seats and descriptions of both languages, in any
//! spelling. All diners' lists of restaurants use it.

mod find;
mod patterns;
mod queries;
mod spelling;
mod texts;
mod words;

pub use find::{SearchPage, find, find_among, list_among, suggestions};
pub use patterns::{Pattern, list_matching, patterns};
pub use queries::{Synonym, count_unwritten, delete_synonym, list_synonyms, set_synonym};
pub use texts::{rebuild, write};
