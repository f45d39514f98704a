//! Mails, from SMTP to the inbox.

use serde_json::json;
use stand_ins::{Config, StandIns};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::double::get;

const MAIL: &str = "From: =?utf-8?B?5bit?= <no-reply@seki.test>\r\nTo: Hanako@seki.test\r\n\
    Subject: =?utf-8?B?44GU5LqI57SE?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n\
    --b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n44GU5LqI57SE\r\n\
    --b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>ok</p>\r\n..dot\r\n--b--\r\n.\r\n";

#[tokio::test]
async fn a_mail_is_decoded_into_the_inbox_of_everyone_it_is_for() {
    let stand_ins = StandIns::start(Config::default()).await.unwrap();
    let mut stream = TcpStream::connect(stand_ins.smtp_url.trim_start_matches("smtp://")).await.unwrap();
    // All commands together, which a client may send after the server announced PIPELINING.
    let script = format!(
        "EHLO test\r\nMAIL FROM:<no-reply@seki.test> BODY=8BITMIME\r\nRCPT TO:<hanako@seki.test>\r\n\
         RCPT TO:<kenji@seki.test>\r\nRCPT TO:<>\r\nDATA\r\n{MAIL}NOOP\r\nQUIT\r\n"
    );
    stream.write_all(script.as_bytes()).await.unwrap();
    let mut answers = String::new();
    stream.read_to_string(&mut answers).await.unwrap();
    let codes: Vec<&str> = answers.lines().filter(|line| line.as_bytes()[3] == b' ').map(|line| &line[..3]).collect();
    assert_eq!(codes, ["220", "250", "250", "250", "250", "501", "354", "250", "250", "221"]);

    for to in ["HANAKO@seki.test", "kenji@seki.test"] {
        let inbox = get(&format!("{}/inbox?to={to}", stand_ins.http_url)).await;
        let mail = &inbox["messages"][0];
        assert_eq!(
            (&mail["kind"], &mail["subject"], &mail["text"]),
            (&json!("mail"), &json!("ご予約"), &json!("ご予約"))
        );
        assert!(mail["html"].as_str().unwrap().contains("<p>ok</p>\r\n.dot"));
        assert!(mail["at"].as_str().unwrap().ends_with("+09:00"));
    }
}
