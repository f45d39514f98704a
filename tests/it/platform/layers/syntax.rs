//! The paths that a Rust source names: enough of a parser to follow modules, nothing more.

use std::collections::HashMap;

/// A path as the source writes it, its groups unfolded: `use a::{b, c::d}` names `a::b` and `a::c::d`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub line: usize,
    pub path: Vec<String>,
    /// The modules in braces around it, outermost first.
    pub inside: Vec<String>,
}

/// Names in a source file.
#[derive(Debug, Default)]
pub struct Names {
    pub paths: Vec<Named>,
    /// Names that `use` imports into the file, and the items that they refer to.
    pub imports: HashMap<String, Named>,
    /// The subset of imports that the file re-exports.
    pub exports: HashMap<String, Named>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Sep,
    Mark(char),
}

/// Reads every path with two segments or more, and every import.
pub fn names(source: &str) -> Names {
    let tokens = tokens(source);
    let mut names = Names::default();
    let (mut depth, mut modules) = (0, Vec::<(usize, String)>::new());
    let mut at = 0;
    while at < tokens.len() {
        let inside: Vec<_> = modules.iter().map(|(_, name)| name.clone()).collect();
        match &tokens[at].1 {
            Token::Mark('{') => depth += 1,
            Token::Mark('}') => {
                depth -= 1;
                modules.retain(|(opened, _)| *opened <= depth);
            }
            Token::Word(word) if word == "mod" => {
                // In a macro the name may be a parameter: `mod $name {`.
                let name = if is_mark(&tokens, at + 1, '$') { at + 2 } else { at + 1 };
                if let Some((_, Token::Word(word))) = tokens.get(name)
                    && is_mark(&tokens, name + 1, '{')
                {
                    modules.push((depth + 1, word.clone()));
                }
            }
            Token::Word(word) if word == "use" && !is_mark(&tokens, at + 1, '<') => {
                let before = at.checked_sub(1).map(|at| &tokens[at].1);
                let is_public = matches!(before, Some(Token::Mark(')')))
                    || matches!(before, Some(Token::Word(word)) if word == "pub");
                at = read_use(&tokens, at + 1, &inside, is_public, &mut names);
                continue;
            }
            Token::Word(_) if !is_after_dot_or_sep(&tokens, at) => {
                let (path, next) = read_path(&tokens, at);
                if path.len() > 1 {
                    names.paths.push(Named { line: tokens[at].0, path, inside });
                }
                at = next;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    names
}

fn is_mark(tokens: &[(usize, Token)], at: usize, mark: char) -> bool {
    tokens.get(at).is_some_and(|(_, token)| *token == Token::Mark(mark))
}

fn is_after_dot_or_sep(tokens: &[(usize, Token)], at: usize) -> bool {
    at > 0 && matches!(tokens[at - 1].1, Token::Sep | Token::Mark('.'))
}

/// The segments from `at` on, and where they end.
fn read_path(tokens: &[(usize, Token)], mut at: usize) -> (Vec<String>, usize) {
    let mut path = Vec::new();
    while let Some((_, Token::Word(word))) = tokens.get(at) {
        path.push(word.clone());
        at += 1;
        if !matches!((tokens.get(at), tokens.get(at + 1)), (Some((_, Token::Sep)), Some((_, Token::Word(_))))) {
            break;
        }
        at += 1;
    }
    (path, at)
}

/// Reads the tree of a `use` up to its semicolon, and answers the place behind it.
fn read_use(tokens: &[(usize, Token)], mut at: usize, inside: &[String], is_public: bool, names: &mut Names) -> usize {
    let (mut stems, mut path) = (Vec::<Vec<String>>::new(), Vec::<String>::new());
    let mut leaf = |line: usize, path: &[String], alias: Option<&String>| {
        let mut path = path.to_vec();
        let last = path.pop().unwrap_or_default();
        if last != "self" && last != "*" || path.is_empty() {
            path.push(last.clone());
        }
        let named = Named { line, path, inside: inside.to_vec() };
        let name = alias.or(named.path.last()).cloned().unwrap_or_default();
        if last != "*" {
            if is_public {
                names.exports.insert(name.clone(), named.clone());
            }
            names.imports.insert(name, named.clone());
        }
        names.paths.push(named);
    };
    let mut line = 0;
    while let Some((now, token)) = tokens.get(at) {
        match token {
            Token::Word(word) if word == "as" => {
                if let Some((_, Token::Word(alias))) = tokens.get(at + 1) {
                    leaf(line, &path, Some(alias));
                }
                path.clear();
                at += 1;
            }
            Token::Word(word) => {
                path.push(word.clone());
                line = *now;
            }
            Token::Mark('*') => {
                path.push("*".to_owned());
                line = *now;
            }
            Token::Mark('{') => stems.push(path.clone()),
            Token::Mark(mark @ (',' | '}' | ';')) => {
                let is_bare = stems.last() == Some(&path);
                if !path.is_empty() && !is_bare {
                    leaf(line, &path, None);
                }
                if *mark == '}' {
                    stems.pop();
                }
                if *mark == ';' {
                    return at + 1;
                }
                path = if *mark == '}' { Vec::new() } else { stems.last().cloned().unwrap_or_default() };
            }
            _ => {}
        }
        at += 1;
    }
    at
}

/// Words, `::` and single marks with their lines. Comments and texts are left out, but for the types that `query!` names
/// in its texts by `crate::`.
fn tokens(source: &str) -> Vec<(usize, Token)> {
    let chars: Vec<char> = source.chars().collect();
    let (mut tokens, mut at, mut line) = (Vec::new(), 0, 1);
    let starts = |at: usize, text: &str| text.chars().enumerate().all(|(i, c)| chars.get(at + i) == Some(&c));
    while at < chars.len() {
        let from = at;
        match chars[at] {
            '/' if starts(at, "//") => at = end_of(&chars, at, "\n"),
            '/' if starts(at, "/*") => at = end_of(&chars, at, "*/"),
            'r' if starts(at, "r\"") || starts(at, "r#") && is_raw_text(&chars, at) => {
                let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
                at = end_of(&chars, at + hashes + 2, &format!("\"{}", "#".repeat(hashes)));
                push_types(&chars[from..at], line, &mut tokens);
            }
            '"' => {
                at += 1;
                while at < chars.len() && chars[at] != '"' {
                    at += if chars[at] == '\\' { 2 } else { 1 };
                }
                at += 1;
                push_types(&chars[from..at.min(chars.len())], line, &mut tokens);
            }
            '\'' if chars.get(at + 1) == Some(&'\\') => at = end_of(&chars, at + 3, "'"),
            '\'' if chars.get(at + 2) == Some(&'\'') => at += 3,
            ':' if starts(at, "::") => {
                tokens.push((line, Token::Sep));
                at += 2;
            }
            c if c.is_alphanumeric() || c == '_' => {
                while chars.get(at).is_some_and(|c| c.is_alphanumeric() || *c == '_') {
                    at += 1;
                }
                tokens.push((line, Token::Word(chars[from..at].iter().collect())));
            }
            c => {
                if !c.is_whitespace() {
                    tokens.push((line, Token::Mark(c)));
                }
                at += 1;
            }
        }
        line += chars[from..at.min(chars.len())].iter().filter(|c| **c == '\n').count();
    }
    tokens
}

fn is_raw_text(chars: &[char], at: usize) -> bool {
    chars[at + 1..].iter().find(|c| **c != '#') == Some(&'"')
}

/// The place behind the next `end`.
fn end_of(chars: &[char], from: usize, end: &str) -> usize {
    let end: Vec<char> = end.chars().collect();
    (from..chars.len()).find(|at| chars[*at..].starts_with(&end)).map_or(chars.len(), |at| at + end.len())
}

fn push_types(text: &[char], line: usize, tokens: &mut Vec<(usize, Token)>) {
    let text: String = text.iter().collect();
    for (place, _) in text.match_indices("crate::") {
        let path: String =
            text[place..].chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ':')).collect();
        let line = line + text[..place].matches('\n').count();
        tokens.push((line, Token::Mark(' ')));
        for (i, word) in path.split("::").enumerate() {
            if i > 0 {
                tokens.push((line, Token::Sep));
            }
            tokens.push((line, Token::Word(word.to_owned())));
        }
    }
}
