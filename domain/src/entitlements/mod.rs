//! Who may book what beside the rounds: for now the tickets that admins give out (gaps G071).

pub mod tickets;
