//! The authorisation matrix: every operation of the document of the calls, asked by everybody who has no right to what it
//! names, and then by whoever has. A foreign role reads no marker text and changes no row; the rightful person succeeds.

mod admin_rows;
mod belongings;
mod diner_rows;
mod operations_rows;
mod owner_rows;
mod roles;
mod scene;
mod section_rows;
mod shop_rows;
mod sign_in_rows;

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;
use serde_json::Value;
use tests::Persona;

use roles::{MatrixRole, RoleAccess};
use scene::{Scene, Write};

/// Who is let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInSide {
    Anyone,
    Diner,
    Owner,
    Admin,
}

/// What stands behind the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessScope {
    /// An object of one diner or one restaurant, named by the path or the body: others of the same side do not find it.
    Bound,
    /// What belongs to whoever asks: others of the same side meet their own.
    Own,
    /// A door itself (signing in, up and out): nobody is signed in there yet.
    Entrance,
}

/// The diner whose objects the lines name, and those who subscribe.
const DINER: &str = "the diner";
const PREMIUM: &str = "a premium member";
const GOLD: &str = "a gold member";
const CLUB: &str = "a member of the club";
const MEMBERS: [&str; 3] = [PREMIUM, GOLD, CLUB];

/// One operation: where it is asked, with what, and what the rightful person is answered.
pub struct MatrixRow {
    /// As the document has it: `PUT /owners/api/offline_reservations/{uid}`.
    call: &'static str,
    door: SignInSide,
    scope: AccessScope,
    path: String,
    body: Value,
    /// A section of a restaurant that an admin needs a permission flag for.
    needs_flag: bool,
    /// The diner's or a subscriber's, at the diners' door.
    rightful: &'static str,
    /// What diners who have no such subscription are answered.
    without: Option<u16>,
    /// Of the rightful person. A refusal that stands here (422 for what has no money to pay) is said behind the door.
    answers: u16,
}

impl MatrixRow {
    fn method(&self) -> Method {
        self.call.split(' ').next().and_then(|method| method.parse().ok()).expect("a method")
    }
}

/// Lines of one door; `ids` fill the places of the path in their order.
pub struct MatrixRows {
    door: SignInSide,
    pub lines: Vec<MatrixRow>,
}

impl MatrixRows {
    fn new(door: SignInSide) -> Self {
        Self { door, lines: Vec::new() }
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
        // What is left is the query.
        let path = ids.fold(path, |path, query| path + query);
        let (rightful, without) = (DINER, None);
        self.lines.push(MatrixRow {
            call,
            door: self.door,
            scope,
            path,
            body,
            needs_flag: false,
            answers,
            rightful,
            without,
        });
    }

    /// The line before is a subscriber's; other diners are answered `without`.
    fn of_member(&mut self, rightful: &'static str, without: u16) {
        let line = self.lines.last_mut().expect("a line");
        (line.rightful, line.without) = (rightful, Some(without));
    }
}

/// Rows that come with any request: counts of requests, when a session was last seen, and what the card provider tells of its
/// own accord a moment after somebody else's call.
const ALWAYS_WRITTEN: [&str; 3] = ["rate_limits", "sessions", "provider_events"];

/// Where somebody else's call rightly changes a row of the rightful person.
const WRITTEN_BY_OTHERS: [(&str, &str); 8] = [
    // Who forgot a password is not signed in; the mail goes to the account's own address.
    ("POST /users/password", "mail_deliveries"),
    ("POST /owners/password", "mail_deliveries"),
    ("POST /admin/password", "mail_deliveries"),
    // A wrong password is counted.
    ("POST /users/sign_in", "users"),
    // Whoever has the link of a mail ends such mails.
    ("POST /announcement_subscription", "customers"),
    ("POST /webhooks/announcement_unsubscription", "customers"),
    // The audit keeps that somebody was refused.
    ("POST /owners/sign_in", "audit_events"),
    ("POST /admin/sign_in", "audit_events"),
];

/// Where a foreign role is answered otherwise than by the rule, and why.
fn exception(line: &MatrixRow, role: &MatrixRole) -> Option<&'static [u16]> {
    match (line.call, role.name) {
        // The state is told to whoever looks at a restaurant's page.
        ("GET /users/api/customers/status/{restaurant_slug}", _) => Some(&[200, 401]),
        // Half signed in is what these are for; the code itself is asked for.
        (call, "awaiting the second factor") if call.contains("/users/two_factor_authentication") => {
            Some(&[200, 401, 422, 429])
        }
        // The body names seats that are not the asking restaurant's: as if none had been chosen.
        (
            "POST /owners/api/offline_reservations"
            | "POST /owners/api/walk_ins"
            | "POST /owners/api/waiting_list"
            | "POST /owners/api/invited_reservations"
            | "POST /owners/api/online_stock_groups",
            "an owner elsewhere",
        ) => Some(&[400]),
        // An admin is needed beside; the restaurant's own staff are told so.
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

/// What is wrong with what a foreign role was answered, and with what it wrote.
fn faults(scene: &Scene, line: &MatrixRow, role: &MatrixRole, answer: &(u16, String), writes: &[Write]) -> Vec<String> {
    let mut faults = Vec::new();
    let (status, body) = answer;
    let standing = role.access(line);
    let without = line.without.as_slice();
    let wanted: &[u16] = match (standing, line.scope) {
        _ if role.is_forbidden(line) => &[403],
        _ if exception(line, role).is_some() => exception(line, role).unwrap_or_default(),
        (RoleAccess::Outside, AccessScope::Bound | AccessScope::Own) if line.door != SignInSide::Anyone => &[401],
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
        || (standing == RoleAccess::Outside && line.door != SignInSide::Anyone);
    for write in writes.iter().filter(|write| !ALWAYS_WRITTEN.contains(&write.place.as_str())) {
        let is_foreign = is_bound || scene.is_of_the_rightful(line, write);
        if is_foreign && !WRITTEN_BY_OTHERS.contains(&(line.call, &write.place)) {
            faults.push(format!("wrote {}: {}", write.place, write.row));
        }
    }
    faults
}

/// Whatever has a restaurant in its path is looked for there only: an admin, who may see both restaurants, does not find what is
/// this restaurant's at the one next door, and changes nothing of it.
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
    for line in lines.iter().filter(|line| line.door == SignInSide::Admin && names_something(line.call)) {
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
            faulty.insert(format!("{} next door", line.call), faults);
        }
    }
    faulty
}

fn documented() -> BTreeSet<String> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi.json")).expect("the document");
    let document: Value = serde_json::from_str(&text).expect("a document");
    let paths = document["paths"].as_object().expect("paths").iter();
    paths
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods").keys();
            methods.map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        // Those exist in the demo and in tests only.
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
         Add one to tests/it/platform/matrix/{{admin,diner,door,owner}}_lines.rs: its door (who is let in), its scope (Bound \
         when the path or the body names somebody's object, which the scene then makes), a body that succeeds, and the \
         status the rightful person is answered.\nThese lines have no operation: {gone:#?}"
    );
}

/// F082, F110, F166, F179, F180
#[tokio::test(flavor = "multi_thread")]
async fn every_operation_rejects_foreign_data() {
    let scene = Scene::open().await;
    let mut lines = diner_rows::lines(&scene);
    lines.extend(owner_rows::lines(&scene));
    lines.extend(admin_rows::lines(&scene));
    lines.extend(sign_in_rows::lines(&scene));
    lines.extend(section_rows::lines(&scene));
    lines.extend(operations_rows::lines());
    // Whoever has signed out is answered nothing any more.
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
