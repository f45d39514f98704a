//! A floor plan and its validation: pure.

use std::collections::HashSet;

use super::error::FloorPlanError;
use crate::text_enum::text_enum;

/// Squares of the grid, horizontally and vertically: `floor_plan_tables_sheet_check`.
pub const GRID_SIZE: i32 = 72;
/// Squares of a table, horizontally and vertically: `floor_plan_tables_width_check` and its counterpart for the height.
pub const SIZES: std::ops::RangeInclusive<i32> = 3..=24;
/// Limit for one floor.
const MAX_TABLES: usize = 500;

text_enum! {
    /// How a table is drawn.
    pub enum TableShape of "floor_plan_tables.shape" {
        Rectangle = "rectangle",
        Round = "round",
    }
}

/// Position of a table, in squares from the upper left corner of the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedTable {
    pub inventory_item_uid: String,
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
    pub shape: TableShape,
}

/// The placed tables. A plan that was never saved is empty and has version 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FloorPlan {
    pub version: i32,
    pub tables: Vec<PlacedTable>,
}

impl PlacedTable {
    fn overlaps(&self, other: &Self) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    /// Returns the first number that is out of range.
    fn invalid_field(&self) -> Option<&'static str> {
        let sizes = [("width", self.width), ("height", self.height)];
        let size = sizes.into_iter().find(|(_, size)| !SIZES.contains(size));
        let places = [("x", self.x, self.width), ("y", self.y, self.height)];
        let place = || places.into_iter().find(|(_, at, size)| *at < 0 || *at > GRID_SIZE - size);
        size.map(|(field, _)| field).or_else(|| place().map(|(field, ..)| field))
    }
}

/// Checks that the tables fit on the grid and do not overlap.
///
/// # Errors
/// The first table that does not fit.
pub fn check(tables: &[PlacedTable]) -> Result<(), FloorPlanError> {
    if tables.len() > MAX_TABLES {
        return Err(FloorPlanError::TooMany);
    }
    let mut known = HashSet::new();
    for (place, table) in tables.iter().enumerate() {
        if let Some(field) = table.invalid_field() {
            return Err(FloorPlanError::Invalid(place, field));
        }
        let is_new = known.insert(table.inventory_item_uid.as_str());
        if !is_new || tables[..place].iter().any(|other| table.overlaps(other)) {
            return Err(FloorPlanError::Overlap(place));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(uid: &str, x: i32, y: i32) -> PlacedTable {
        let inventory_item_uid = uid.to_owned();
        PlacedTable { inventory_item_uid, x, y, width: 4, height: 4, shape: TableShape::Rectangle }
    }

    #[test]
    fn tables_may_touch_but_not_overlap() {
        assert!(check(&[table("a", 0, 0), table("b", 4, 0), table("c", 0, 4)]).is_ok());
        let overlap = check(&[table("a", 0, 0), table("b", 4, 0), table("c", 3, 3)]);
        assert!(matches!(overlap, Err(FloorPlanError::Overlap(2))), "{overlap:?}");
        let twice = check(&[table("a", 0, 0), table("a", 10, 0)]);
        assert!(matches!(twice, Err(FloorPlanError::Overlap(1))), "{twice:?}");
    }

    #[test]
    fn table_must_fit_grid() {
        assert!(check(&[table("a", GRID_SIZE - 4, GRID_SIZE - 4)]).is_ok());
        let cases = [
            (PlacedTable { width: 2, ..table("a", 0, 0) }, "width"),
            (PlacedTable { height: 25, ..table("a", 0, 0) }, "height"),
            (table("a", GRID_SIZE - 3, 0), "x"),
            (table("a", 0, -1), "y"),
            (table("a", i32::MAX, 0), "x"),
            (PlacedTable { width: i32::MIN, ..table("a", 0, 0) }, "width"),
        ];
        for (wrong, field) in cases {
            let refused = check(&[table("b", 20, 20), wrong]);
            assert!(matches!(refused, Err(FloorPlanError::Invalid(1, found)) if found == field), "{refused:?}");
        }
    }
}
