//! The imports between the files of a crate, and the imports that violate an order or close a circle.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::syntax::{Named, Names, names};

/// The sources of a crate: the path of each file below `src`, and its text.
pub type Sources = BTreeMap<String, String>;

/// The file of the crate itself: its module has no name.
const ROOT: &str = "lib.rs";

/// The order of the modules of a crate, or of the modules inside one of them.
#[derive(Clone, Debug)]
pub struct Order<'a> {
    /// The module whose children are ordered; blank for the crate.
    pub of: &'a str,
    /// The lowest first. A module imports from lower ranks only, so modules of one rank import nothing of each other.
    pub ranks: Vec<&'a [&'a str]>,
    /// Whether children without a rank lie below all others. Otherwise a child without a rank is a fault.
    pub others_are_lowest: bool,
}

/// A path in one file that names something of another.
#[derive(Clone, Debug)]
pub struct Import {
    pub line: usize,
    pub from: String,
    pub to: String,
    pub path: String,
    /// Whether it is a re-export (`pub use`). Files that import through it depend on `to`; the re-exporting file does not.
    is_export: bool,
}

pub struct Files {
    modules: HashMap<Vec<String>, String>,
    names: BTreeMap<String, Names>,
}

impl Files {
    pub fn read(sources: &Sources) -> Self {
        let modules = sources.keys().map(|file| (module_of(file), file.clone())).collect();
        Self { modules, names: sources.iter().map(|(file, text)| (file.clone(), names(text))).collect() }
    }

    /// Every import between two files, by file and line.
    pub fn imports(&self) -> Vec<Import> {
        let mut imports = Vec::new();
        for (file, names) in &self.names {
            let exports: BTreeSet<_> = names.exports.values().map(|named| (named.line, &named.path)).collect();
            for named in &names.paths {
                let Some(to) = self.absolute(file, named, 0).map(|path| self.file_of(&path, 0)) else { continue };
                if to == *file {
                    continue;
                }
                let (path, line) = (named.path.join("::"), named.line);
                let is_export = exports.contains(&(line, &named.path));
                imports.push(Import { line, from: file.clone(), to, path, is_export });
            }
        }
        imports.sort_by(|a, b| (&a.from, a.line).cmp(&(&b.from, b.line)));
        imports
    }

    /// The path from the root of the crate; `None` for a path into another crate.
    fn absolute(&self, file: &str, named: &Named, hops: usize) -> Option<Vec<String>> {
        let mut here = [module_of(file), named.inside.clone()].concat();
        let mut rest = named.path.as_slice();
        match rest[0].as_str() {
            "crate" => return Some(rest[1..].to_vec()),
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|word| word == "super") {
                    here.pop();
                    rest = &rest[1..];
                }
            }
            first => {
                let import = self.names[file].imports.get(first).filter(|import| import.path != named.path);
                if let Some(import) = import.filter(|_| hops < 4) {
                    let stem = self.absolute(file, import, hops + 1)?;
                    return Some([stem.as_slice(), &rest[1..]].concat());
                }
                let child = [here.as_slice(), &rest[..1]].concat();
                self.modules.get(&child)?;
            }
        }
        Some([here.as_slice(), rest].concat())
    }

    /// The file that defines what a path names: re-exports are followed.
    fn file_of(&self, path: &[String], hops: usize) -> String {
        let mut here: Vec<String> = Vec::new();
        for (place, word) in path.iter().enumerate() {
            let child = [here.as_slice(), std::slice::from_ref(word)].concat();
            if self.modules.contains_key(&child) {
                here = child;
                continue;
            }
            let Some(file) = self.modules.get(&here) else { break };
            let export = self.names[file].exports.get(word).filter(|_| hops < 8);
            if let Some(target) = export.and_then(|export| self.absolute(file, export, 0)) {
                return self.file_of(&[target.as_slice(), &path[place + 1..]].concat(), hops + 1);
            }
            break;
        }
        self.modules.get(&here).cloned().unwrap_or_else(|| ROOT.to_owned())
    }
}

/// The module of a file: `a/b.rs` and `a/b/mod.rs` are `a::b`.
fn module_of(file: &str) -> Vec<String> {
    let path = if file == ROOT { "" } else { file.trim_end_matches(".rs") };
    let path = path.strip_suffix("/mod").unwrap_or(path);
    path.split('/').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The child of module `of` that contains a file; `None` for files outside `of` and for the file of `of` itself.
fn child_of(of: &str, file: &str) -> Option<String> {
    let module = module_of(file);
    match of {
        "" => module.first().cloned(),
        of => (module.first()? == of).then(|| module.get(1).cloned()).flatten(),
    }
}

/// Imports against an order, each with its file, line and path, and modules that only the order or only the crate has.
pub fn upward(imports: &[Import], sources: &Sources, order: &Order) -> Vec<String> {
    let rank = |name: &str| order.ranks.iter().position(|rank| rank.contains(&name));
    let children: BTreeSet<_> = sources.keys().filter_map(|file| child_of(order.of, file)).collect();
    let unranked = children.iter().filter(|name| !order.others_are_lowest && rank(name).is_none());
    let mut faults: Vec<_> = unranked.map(|name| format!("{name} has no place in the order")).collect();
    let missing = order.ranks.iter().copied().flatten().filter(|name| !children.contains(**name));
    faults.extend(missing.map(|name| format!("{name} is in the order and not in the crate")));
    for import in imports {
        let (from, to) = (child_of(order.of, &import.from), child_of(order.of, &import.to));
        let (Some(from), Some(to)) = (from, to) else { continue };
        if from != to && rank(&to) >= rank(&from) && rank(&to).is_some() {
            faults.push(format!("{}:{} {from} -> {to} ({})", import.from, import.line, import.path));
        }
    }
    faults
}

/// Circles of files, each as one line of its files. Re-exports close no circle.
pub fn circles(imports: &[Import]) -> Vec<String> {
    let mut next: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for import in imports.iter().filter(|import| !import.is_export) {
        next.entry(&import.from).or_default().insert(&import.to);
    }
    let reach: BTreeMap<&str, _> = next.keys().map(|file| (*file, reached(&next, file))).collect();
    let of = |file: &str| -> Vec<&str> {
        let back = |other: &&str| reach[file].contains(*other) && reach[*other].contains(file);
        reach.keys().copied().filter(back).collect()
    };
    let all: BTreeSet<_> = reach.keys().map(|file| of(file)).filter(|circle| circle.len() > 1).collect();
    all.into_iter().map(|circle| circle.join(" <-> ")).collect()
}

/// The files that `from` imports, directly or through others.
fn reached<'a>(next: &BTreeMap<&'a str, BTreeSet<&'a str>>, from: &str) -> BTreeSet<&'a str> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(file) = open.pop() {
        for to in next.get(file).into_iter().flatten() {
            if seen.insert(*to) {
                open.push(to);
            }
        }
    }
    seen
}
