//! The authorisation matrix: every operation of `openapi.json`, called first by every role without a right to the named object, and then by
//! the rightful person. A foreign role reads no marker text and changes no row; the rightful person succeeds.

mod admin_rows;
mod belongings;
mod diner_rows;
mod list_rows;
mod operations_rows;
mod owner_rows;
mod roles;
mod scene;
mod section_rows;
mod shop_rows;
mod sign_in_rows;
mod unknown_fields;

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;
use serde_json::Value;
use tests::Persona;

use roles::{MatrixRole, RoleAccess};
use scene::{Scene, Write};

/// The side whose session an operation requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInSide {
    Anyone,
    Diner,
    Owner,
    Admin,
}

/// The objects that an operation concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessScope {
    /// An object of one diner or one restaurant, named by the path or the body: others of the same side do not find it.
    Bound,
    /// Objects of the caller: others of the same side get their own.
    Own,
    /// Sign-in itself (signing in, up and out): the caller has no session yet.
    Entrance,
}

/// The diner whose objects the rows name, and the subscribers.
const DINER: &str = "the diner";
const PREMIUM: &str = "a premium member";
const GOLD: &str = "a gold member";
const CLUB: &str = "a member of the club";
const MEMBERS: [&str; 3] = [PREMIUM, GOLD, CLUB];

/// One operation: its path, its body, and the status for the rightful person.
pub struct MatrixRow {
    /// As the document has it: `PUT /owners/api/offline_reservations/{uid}`.
    call: &'static str,
    side: SignInSide,
    scope: AccessScope,
    path: String,
    body: Value,
    /// An admin needs a permission flag for it.
    needs_flag: bool,
    /// The diner or a subscriber, for operations of the diners' side.
    rightful: &'static str,
    /// Status for diners without such a subscription.
    without: Option<u16>,
    /// Status for the rightful person. An error status (422 if there is nothing to pay) comes from behind the check of rights.
    answers: u16,
}

impl MatrixRow {
    fn method(&self) -> Method {
        self.call.split(' ').next().and_then(|method| method.parse().ok()).expect("a method")
    }
}

/// Rows of one side; `ids` fill the placeholders of the path in their order.
pub struct MatrixRows {
    side: SignInSide,
    pub lines: Vec<MatrixRow>,
}

impl MatrixRows {
    fn new(side: SignInSide) -> Self {
        Self { side, lines: Vec::new() }
    }

    fn add(&mut self, scope: AccessScope, call: &'static str, ids: &[&str], body: Value, answers: u16) {
        let (_, template) = call.split_once(' ').expect("a method and a path");
        let mut ids = ids.iter();
        let filled = template.split('/').map(|part| match part.split_once('{') {
            Some((before, rest)) => {
                let after = rest.split_once('}').map_or("", |(_, after)| after);
                format!("{before}{}{after}", ids.next().unwrap_or_else(|| panic!("{call} has too few ids")))
            }
            None => part.to_owned(),
        });
        let path = filled.collect::<Vec<_>>().join("/");
        // The rest is the query.
        let path = ids.fold(path, |path, query| path + query);
        let (rightful, without) = (DINER, None);
        self.lines.push(MatrixRow {
            call,
            side: self.side,
            scope,
            path,
            body,
            needs_flag: false,
            answers,
            rightful,
            without,
        });
    }

    /// Marks the rows from the number `first` on: they require a permission flag.
    fn require_flags_from(&mut self, first: usize) {
        for line in &mut self.lines[first..] {
            line.needs_flag = true;
        }
    }

    /// Sets the status for other diners on the previous row, which is a subscriber's.
    fn of_member(&mut self, rightful: &'static str, without: u16) {
        let line = self.lines.last_mut().expect("a line");
        (line.rightful, line.without) = (rightful, Some(without));
    }
}

/// Tables that any request may write: counts of requests, the time when a session was last seen, and webhooks that the card provider sends
/// a moment after another role's call.
const ALWAYS_WRITTEN: [&str; 3] = ["rate_limits", "sessions", "provider_events"];

/// Operations with which another role correctly changes a row of the rightful person.
const WRITTEN_BY_OTHERS: [(&str, &str); 8] = [
    // The caller is not signed in; the mail goes to the account's address.
    ("POST /users/password", "mail_deliveries"),
    ("POST /owners/password", "mail_deliveries"),
    ("POST /admin/password", "mail_deliveries"),
    // A wrong password is counted.
    ("POST /users/sign_in", "users"),
    // The link of a mail unsubscribes without a session.
    ("POST /announcement_subscription", "customers"),
    ("POST /webhooks/announcement_unsubscription", "customers"),
    // The audit records the rejected sign-in.
    ("POST /owners/sign_in", "audit_events"),
    ("POST /admin/sign_in", "audit_events"),
];

/// Returns the allowed statuses of a foreign role where the rule does not apply, with the reason.
fn exception(line: &MatrixRow, role: &MatrixRole) -> Option<&'static [u16]> {
    match (line.call, role.name) {
        // The state is public on a restaurant's page.
        ("GET /users/api/customers/status/{restaurant_slug}", _) => Some(&[200, 401]),
        // These operations are for a caller between password and second factor; the code is still required.
        (call, "awaiting the second factor") if call.contains("/users/two_factor_authentication") => {
            Some(&[200, 401, 422, 429])
        }
        // The body names seats of another restaurant, which count as missing.
        (
            "POST /owners/api/offline_reservations"
            | "POST /owners/api/walk_ins"
            | "POST /owners/api/waiting_list"
            | "POST /owners/api/invited_reservations"
            | "POST /owners/api/online_stock_groups",
            "an owner elsewhere",
        ) => Some(&[400]),
        // These require an admin's session in addition; the restaurant's own staff get 403.
        (call, _) if call.contains("/resend") => Some(&[401, 403, 404]),
        _ => None,
    }
}

async fn ask(who: &Persona, line: &MatrixRow) -> (u16, String) {
    let call = who.call(line.method(), &line.path);
    let call = if line.body.is_null() { call } else { call.json(&line.body) };
    let reply = call.send().await;
    (reply.status, reply.body)
}

/// Returns the faults of the response to a foreign role, and of its writes.
fn faults(scene: &Scene, line: &MatrixRow, role: &MatrixRole, answer: &(u16, String), writes: &[Write]) -> Vec<String> {
    let mut faults = Vec::new();
    let (status, body) = answer;
    let access = role.access(line);
    let without = line.without.as_slice();
    let wanted: &[u16] = match (access, line.scope) {
        _ if role.is_forbidden(line) => &[403],
        _ if exception(line, role).is_some() => exception(line, role).unwrap_or_default(),
        (RoleAccess::Outside, AccessScope::Bound | AccessScope::Own) if line.side != SignInSide::Anyone => &[401],
        (RoleAccess::Stranger, AccessScope::Bound) => &[404],
        (RoleAccess::Stranger, _) if [DINER, "another diner"].contains(&role.name) => without,
        _ => &[],
    };
    if *status >= 500 || (!wanted.is_empty() && !wanted.contains(status)) {
        faults.push(format!("answered {status}, not {wanted:?}: {}", body.chars().take(160).collect::<String>()));
    }
    faults.extend(scene.markers_for(role.name).into_iter().filter(|m| body.contains(m)).map(|m| format!("read {m}")));
    let is_bound = line.scope == AccessScope::Bound
        || role.is_forbidden(line)
        || (access == RoleAccess::Outside && line.side != SignInSide::Anyone);
    for write in writes.iter().filter(|write| !ALWAYS_WRITTEN.contains(&write.place.as_str())) {
        let is_foreign = is_bound || scene.is_of_the_rightful(line, write);
        if is_foreign && !WRITTEN_BY_OTHERS.contains(&(line.call, &write.place)) {
            faults.push(format!("wrote {}: {}", write.place, write.row));
        }
    }
    faults
}

/// A path with a restaurant finds only objects of that restaurant. An admin, who may see both restaurants, does not find this restaurant's
/// objects under the other restaurant's path, and changes none of them.
async fn check_other_restaurant(scene: &Scene, admin: &Persona, lines: &[MatrixRow]) -> BTreeMap<String, Vec<String>> {
    let mut faulty = BTreeMap::new();
    let (here, there) = (format!("/r/{}/", scene.restaurant.slug), format!("/r/{}/", scene.elsewhere.slug));
    // The names of masters and operations are the same everywhere, and a restaurant has one row of switches.
    let names_something = |call: &str| {
        call.contains("/r/{slug}/")
            && call.ends_with("id}")
            && !call.contains("{name}")
            && !call.contains("feature_avail")
            || call.contains("{uid}/draw")
    };
    for line in lines.iter().filter(|line| line.side == SignInSide::Admin && names_something(line.call)) {
        let path = line.path.replace(&here, &there);
        let asked = MatrixRow { path, body: line.body.clone(), ..*line };
        let (status, body) = ask(admin, &asked).await;
        let written =
            scene.writes().await.into_iter().filter(|write| write.row["restaurant_id"] == scene.restaurant.id.0);
        let mut faults: Vec<_> = written.map(|write| format!("wrote {}: {}", write.place, write.row)).collect();
        if status != 404 || body.contains(scene::OWNERS_SECRET) {
            faults.push(format!("answered {status}: {body}"));
        }
        if !faults.is_empty() {
            faulty.insert(format!("{} elsewhere", line.call), faults);
        }
    }
    faulty
}

fn document() -> Value {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi.json")).expect("the document");
    serde_json::from_str(&text).expect("a document")
}

fn documented() -> BTreeSet<String> {
    let document = document();
    let paths = document["paths"].as_object().expect("paths").iter();
    paths
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods").keys();
            methods.map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        // Operations below /dev/ exist in the demo and in tests only.
        .filter(|call| !call.contains(" /dev/"))
        .collect()
}

fn require_row_for_every_operation(lines: &[MatrixRow]) {
    let (known, written) = (documented(), lines.iter().map(|line| line.call.to_owned()).collect::<BTreeSet<_>>());
    let missing: Vec<_> = known.difference(&written).collect();
    let gone: Vec<_> = written.difference(&known).collect();
    assert!(
        missing.is_empty() && gone.is_empty(),
        "These operations of openapi.json have no line in the authorisation matrix: {missing:#?}\n\
         Add one to tests/it/platform/matrix/{{admin,diner,sign_in,owner}}_rows.rs: its side (whose session), its scope (Bound \
         when the path or the body names a person's object, which the scene then makes), a body that succeeds, and the \
         status the rightful person is answered.\nThese lines have no operation: {gone:#?}"
    );
}

/// F082, F110, F166, F179, F180. A write without a known field is rejected and changes nothing.
#[tokio::test(flavor = "multi_thread")]
async fn every_operation_rejects_foreign_data() {
    let scene = Scene::open().await;
    let mut lines = diner_rows::lines(&scene);
    lines.extend(owner_rows::lines(&scene));
    lines.extend(admin_rows::lines(&scene));
    lines.extend(sign_in_rows::lines(&scene));
    lines.extend(section_rows::lines(&scene));
    lines.extend(operations_rows::lines());
    lines.extend(list_rows::lines());
    // Signing out comes last: it ends the session.
    lines.sort_by_key(|line| line.call.contains("sign_out"));
    require_row_for_every_operation(&lines);
    let roles = roles::all(&scene).await;
    scene.watch_writes().await;
    let mut faulty: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in &lines {
        for role in roles.iter().filter(|role| role.is_foreign_to(line)) {
            let answer = ask(&role.persona, line).await;
            let found = faults(&scene, line, role, &answer, &scene.writes().await);
            if !found.is_empty() {
                faulty.entry(format!("{} by {}", line.call, role.name)).or_default().extend(found);
            }
        }
    }
    let admin = roles.iter().find(|role| role.name == "the admin").expect("the admin");
    faulty.extend(check_other_restaurant(&scene, &admin.persona, &lines).await);
    faulty.extend(unknown_fields::check(&scene, &roles, &lines).await);
    // The next minute of all ceilings.
    scene.app.advance(60);
    for line in &lines {
        for role in roles.iter().filter(|role| role.answers_for(line)) {
            let (status, body) = ask(&role.persona, line).await;
            if status != line.answers {
                let text = format!("the rightful was answered {status}, not {}: {body}", line.answers);
                faulty.entry(format!("{} by {}", line.call, role.name)).or_default().push(text);
            }
            if role.name == "the diner" && body.contains(scene::OWNERS_SECRET) {
                faulty.entry(line.call.to_owned()).or_default().push("the diner read the restaurant's memo".to_owned());
            }
        }
    }
    assert!(faulty.is_empty(), "{faulty:#?}");
    scene.app.end_unverified().await;
}
