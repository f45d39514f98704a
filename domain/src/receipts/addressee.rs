//! The addressee of a document: 御中 for a company, 様 for a person.

use crate::i18n::{Locale, t};

/// Parts of the names of companies and other organisations.
const COMPANY: [&str; 34] = [
    "株式会社",
    "有限会社",
    "合同会社",
    "合資会社",
    "合名会社",
    "相互会社",
    "(株)",
    "（株）",
    "㈱",
    "(有)",
    "（有）",
    "㈲",
    "(同)",
    "（同）",
    "社団法人",
    "財団法人",
    "医療法人",
    "学校法人",
    "宗教法人",
    "社会福祉法人",
    "特定非営利活動法人",
    "NPO法人",
    "行政法人",
    "弁護士法人",
    "税理士法人",
    "監査法人",
    "管理組合",
    "協同組合",
    "労働組合",
    "商工会",
    "大学",
    "Inc.",
    "Ltd.",
    "K.K.",
];
/// Endings of a company's departments and places.
const DEPARTMENT: [&str; 12] =
    ["部", "課", "室", "係", "局", "支店", "支社", "本社", "本店", "営業所", "事業所", "御一同"];
/// Endings of a name that has its form of address already.
const ADDRESSED: [&str; 6] = ["様", "御中", "殿", "先生", "さま", "各位"];

/// Returns the line of the addressee. A name that ends with a form of address keeps it.
pub(super) fn line(locale: Locale, name: &str) -> String {
    let key = if ADDRESSED.iter().any(|ending| name.ends_with(ending)) {
        "receipt.to_as_written"
    } else if is_company(name) {
        "receipt.to_company"
    } else {
        "receipt.to"
    };
    t(locale, key, &[("name", &name)])
}

/// Whether a name is of a company or one of its departments. A further word after the company's name is a person, unless it is a department.
fn is_company(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_mark = |word: &str| COMPANY.iter().any(|mark| word.contains(mark));
    let Some(place) = words.iter().rposition(|word| is_mark(word)) else { return false };
    // 「株式会社 席」: the mark is a separate word before the name.
    let begins = place == 0 && COMPANY.contains(&words[place]);
    let rest = words.iter().skip(place + 1 + usize::from(begins));
    let ends_as_department = |word: &&str| DEPARTMENT.iter().any(|ending| word.ends_with(ending));
    rest.into_iter().all(ends_as_department)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn companies_are_addressed_as_companies_and_people_as_people() {
        for company in [
            "株式会社席",
            "株式会社 席",
            "席商事 株式会社",
            "席商事株式会社",
            "㈱席",
            "（有）席",
            "医療法人社団席会",
            "株式会社席 経理部",
            "株式会社 席 東京支店 総務課",
            "席商事 <株式会社>",
            "Seki Inc.",
        ] {
            assert_eq!(line(Locale::Ja, company), format!("{company} 御中"));
        }
        for person in
            ["山田 花子", "席 太郎", "株式会社席 山田太郎", "株式会社席 経理部 山田太郎", "Emma Wilson", "大橋 学"]
        {
            assert_eq!(line(Locale::Ja, person), format!("{person} 様"));
        }
        for written in ["株式会社席 御中", "山田様", "席先生", "営業部 各位"] {
            assert_eq!(line(Locale::Ja, written), written);
        }
        assert_eq!(line(Locale::En, "株式会社席"), "To: 株式会社席");
    }
}
