//! The order of the early places: a pure function of the secret seed, the beacon's randomness and the published list.

use crate::raffles::chain::hash;

/// Returns the published hash of a seed.
pub fn seed_hash(seed: &str) -> String {
    hash(seed)
}

/// Returns link 0 of a list, which fixes the opening (in seconds since 1970), the seed and the beacon's round.
pub fn list_start(uid: &str, opens_at: i64, seed_hash: &str, beacon_round: i64) -> String {
    hash(&format!("{uid}:{opens_at}:{seed_hash}:{beacon_round}"))
}

/// Returns the head of a list: a chain over the codes in their order, from link 0.
pub fn list_head<'a>(first: String, codes: impl IntoIterator<Item = &'a str>) -> String {
    codes.into_iter().fold(first, |link, code| hash(&format!("{link}:{code}")))
}

/// Returns the codes by SHA-256 of `SEED:RANDOMNESS:HEAD:CODE`, in ascending order of the hexadecimal digits. `randomness` is empty without
/// the beacon.
pub fn draw<'a>(seed: &str, randomness: &str, head: &str, codes: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let key = |code: &'a str| (hash(&format!("{seed}:{randomness}:{head}:{code}")), code);
    let mut keyed: Vec<_> = codes.into_iter().map(key).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, code)| code).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(count: usize) -> Vec<String> {
        (0..count).map(|number| format!("CODE{number}")).collect()
    }

    fn texts(codes: &[String]) -> impl Iterator<Item = &str> {
        codes.iter().map(String::as_str)
    }

    #[test]
    fn head_depends_on_every_code_and_their_order() {
        let first = list_start("room", 0, "hash", 7);
        assert_eq!(first, hash("room:0:hash:7"));
        let head = |codes: &[&'static str]| list_head(first.clone(), codes.iter().copied());
        assert_eq!(head(&[]), first);
        assert_eq!(head(&["A"]), hash(&format!("{first}:A")));
        assert_ne!(head(&["A", "B"]), head(&["B", "A"]));
        assert_ne!(head(&["A", "B"]), head(&["A"]));
    }

    #[test]
    fn order_does_not_depend_on_the_order_of_arrival() {
        let mut codes = codes(100);
        let drawn = draw("seed", "beacon", "head", texts(&codes)).join(" ");
        codes.reverse();
        assert_eq!(draw("seed", "beacon", "head", texts(&codes)).join(" "), drawn);
        assert_ne!(draw("other", "beacon", "head", texts(&codes)).join(" "), drawn);
        assert_ne!(draw("seed", "other", "head", texts(&codes)).join(" "), drawn);
        assert_ne!(draw("seed", "beacon", "other", texts(&codes)).join(" "), drawn);
    }

    /// Of 2,000 draws of ten, each code is first about 200 times: within five standard deviations.
    #[test]
    fn every_code_is_first_equally_often() {
        let codes = codes(10);
        let mut firsts = [0; 10];
        for number in 0..2_000 {
            let order = draw("seed", &number.to_string(), "head", texts(&codes));
            let first = codes.iter().position(|code| code == order[0]).expect("a code of the list");
            firsts[first] += 1;
        }
        assert!(firsts.iter().all(|count| (133..=267).contains(count)), "{firsts:?}");
    }
}
