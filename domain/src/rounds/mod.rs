//! Rounds decide how far ahead a customer group can book (gaps G051 to G053).

pub mod window;
