//! Each way to tamper with a published round is detected, even if everything that can be recomputed was recomputed.

use super::*;

const ROUND: i64 = 30_000_000;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn key() -> blst::min_sig::SecretKey {
    blst::min_sig::SecretKey::key_gen(&[7; 32], &[]).unwrap()
}

fn public_key() -> String {
    hex(&key().sk_to_pk().to_bytes())
}

fn sign(round: i64) -> String {
    hex(&key().sign(&beacon::message(round), beacon::DOMAIN, &[]).to_bytes())
}

/// Recomputes links, head, randomness and winners, as an operator with access to the database could.
fn forge(proof: &mut PublishedProof) {
    let mut link = proof.first_link().unwrap();
    let mut entries = Vec::new();
    for published in &mut proof.entries {
        let entry = ChainEntry { code: published.code.clone(), weight: published.weight };
        link = chain::next_link(&link, &entry);
        published.link.clone_from(&link);
        entries.push(entry);
    }
    proof.chain_head = link;
    proof.randomness = proof.beacon_signature.as_deref().and_then(beacon::randomness);
    let randomness = proof.randomness.clone().unwrap_or_default();
    let wanted = usize::try_from(proof.winners_count + proof.replacements).unwrap();
    let picks = draw::draw(&randomness, &proof.chain_head, &entries, wanted);
    proof.winners = picks.iter().map(|pick| PublishedWinner { pick: pick.number, code: pick.code.into() }).collect();
}

fn proof() -> PublishedProof {
    let entry = |at: i32| PublishedEntry { code: format!("D{}-{}", at % 20, at / 20), weight: 1, link: String::new() };
    let mut proof = PublishedProof {
        uid: "round".into(),
        closes_at: (beacon::out_at(ROUND) - AFTER_CLOSE).fixed_offset(),
        winners_count: 3,
        replacements: 0,
        chain_version: chain::VERSION,
        beacon_round: ROUND,
        beacon_public_key: public_key(),
        beacon_signature: Some(sign(ROUND)),
        randomness: None,
        entries: (0..40).map(entry).collect(),
        chain_head: String::new(),
        winners: Vec::new(),
    };
    forge(&mut proof);
    proof
}

/// Returns the result of the check for a tampered round, before and after recomputing everything.
fn after(change: impl Fn(&mut PublishedProof)) -> (Result<(), ProofError>, Result<(), ProofError>) {
    let seen = [proof().chain_head];
    let (mut plain, mut forged) = (proof(), proof());
    change(&mut plain);
    change(&mut forged);
    forge(&mut forged);
    (plain.check(&public_key(), &[]), forged.check(&public_key(), &seen))
}

#[test]
fn honest_round_verifies_with_every_shown_link() {
    let proof = proof();
    let seen: Vec<String> = proof.entries.iter().map(|entry| entry.link.clone()).collect();
    assert_eq!(proof.check(&public_key(), &seen), Ok(()));
}

#[test]
fn a_changed_entry_is_noticed() {
    assert_eq!(
        after(|proof| proof.entries[4].code = "X-1".into()),
        (Err(ProofError::Link(5)), Err(ProofError::Unseen))
    );
}

#[test]
fn another_order_is_noticed() {
    assert_eq!(after(|proof| proof.entries.swap(4, 5)), (Err(ProofError::Link(5)), Err(ProofError::Unseen)));
}

#[test]
fn a_changed_weight_is_noticed() {
    assert_eq!(after(|proof| proof.entries[4].weight = 9), (Err(ProofError::Link(5)), Err(ProofError::Unseen)));
    assert_eq!(after(|proof| proof.entries[4].weight = 0).0, Err(ProofError::Weight(5)));
}

#[test]
fn a_dropped_entry_is_noticed() {
    let dropped = after(|proof| drop(proof.entries.remove(4)));
    assert_eq!(dropped, (Err(ProofError::Link(5)), Err(ProofError::Unseen)));
    assert_eq!(after(|proof| drop(proof.entries.pop())), (Err(ProofError::Head), Err(ProofError::Unseen)));
}

/// An entry after the last link that a diner saw would be accepted: only the head at the close fixes the end of the list.
#[test]
fn an_added_entry_is_noticed() {
    let added = PublishedEntry { code: "X-1".into(), weight: 1, link: "00".into() };
    assert_eq!(
        after(|proof| proof.entries.insert(4, added.clone())),
        (Err(ProofError::Link(5)), Err(ProofError::Unseen))
    );
    let mut last = proof();
    last.entries.push(added);
    assert_eq!(last.check(&public_key(), &[]), Err(ProofError::Link(41)));
}

#[test]
fn another_head_is_noticed() {
    let mut other = proof();
    other.chain_head = chain::hash("other");
    assert_eq!(other.check(&public_key(), &[]), Err(ProofError::Head));
}

#[test]
fn a_second_draw_with_another_round_of_the_beacon_is_noticed() {
    let again = |proof: &mut PublishedProof| {
        proof.beacon_round += 1;
        proof.beacon_signature = Some(sign(ROUND + 1));
    };
    assert_eq!(after(again), (Err(ProofError::Link(1)), Err(ProofError::Unseen)));
}

#[test]
fn a_draw_before_the_close_is_noticed() {
    let early = after(|proof| proof.closes_at += TimeDelta::seconds(1));
    assert_eq!(early, (Err(ProofError::BeforeClose), Err(ProofError::BeforeClose)), "less than a minute is too little");
    let known = |proof: &mut PublishedProof| {
        proof.beacon_round -= 1_000;
        proof.beacon_signature = Some(sign(ROUND - 1_000));
    };
    assert_eq!(
        after(known),
        (Err(ProofError::BeforeClose), Err(ProofError::BeforeClose)),
        "a round that was out already"
    );
}

#[test]
fn another_beacon_is_noticed() {
    assert_eq!(
        after(|proof| proof.beacon_signature = Some(sign(ROUND + 1))),
        (Err(ProofError::Signature), Err(ProofError::Signature))
    );
    assert_eq!(after(|proof| proof.randomness = Some(chain::hash("mine"))).0, Err(ProofError::Randomness));
    assert_eq!(proof().check(crate::config::QUICKNET_KEY, &[]), Err(ProofError::Signature));
}

#[test]
fn other_winners_are_noticed() {
    assert_eq!(after(|proof| proof.winners[0].code = "X-1".into()).0, Err(ProofError::Winners));
    assert_eq!(after(|proof| drop(proof.winners.pop())).0, Err(ProofError::Winners));
    assert_eq!(after(|proof| proof.winners_count = 4), (Err(ProofError::Link(1)), Err(ProofError::Unseen)));
}

#[test]
fn undrawn_raffle_round_cannot_be_verified() {
    assert_eq!(after(|proof| proof.beacon_signature = None).0, Err(ProofError::NotDrawn));
}

#[test]
fn a_later_close_is_noticed() {
    let earlier = |proof: &mut PublishedProof| proof.closes_at -= TimeDelta::seconds(10);
    assert_eq!(after(earlier), (Err(ProofError::Link(1)), Err(ProofError::Unseen)));
    assert_eq!(
        after(|proof| proof.chain_version = 1),
        (Err(ProofError::Link(1)), Err(ProofError::Unseen)),
        "the close cannot be left out"
    );
    let unknown = PublishedProof { chain_version: 3, ..proof() };
    assert_eq!(unknown.check(&public_key(), &[]), Err(ProofError::Version));
}

#[test]
fn replacements_continue_the_sequence_of_picks() {
    let (mut plain, mut more) = (proof(), proof());
    more.replacements = 2;
    forge(&mut more);
    assert_eq!((plain.winners.len(), more.winners.len()), (3, 5));
    assert_eq!(plain.winners, more.winners[..3], "no replacement displaces a winner");
    assert_eq!(more.check(&public_key(), &[]), Ok(()));
    plain.winners = more.winners;
    assert_eq!(plain.check(&public_key(), &[]), Err(ProofError::Winners), "their number is published");
}

#[test]
fn proof_of_an_earlier_release_verifies() {
    let mut earlier = proof();
    earlier.chain_version = 1;
    forge(&mut earlier);
    let mut json = serde_json::to_value(&earlier).unwrap();
    for field in ["chain_version", "replacements"] {
        json.as_object_mut().unwrap().remove(field);
    }
    let read: PublishedProof = serde_json::from_value(json).unwrap();
    assert_eq!(read.check(&public_key(), &[]), Ok(()));
}
