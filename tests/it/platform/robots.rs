//! Content for search engines: the sitemap has public restaurants only (gaps G184), and each of its addresses exists.

use tests::{RestaurantSpec, TestApp};

#[tokio::test]
async fn the_sitemap_has_what_may_be_found_in_both_languages() {
    let app = TestApp::start().await;
    for slug in ["sushi-open", "soba-unlisted", "udon-hidden", "tempura-unindexed"] {
        app.restaurant(RestaurantSpec { slug, ..RestaurantSpec::default() }).await;
    }
    app.execute("UPDATE restaurants SET visibility = 'unlisted' WHERE slug = 'soba-unlisted'").await;
    app.execute("UPDATE restaurants SET visibility = 'hidden' WHERE slug = 'udon-hidden'").await;
    app.execute("UPDATE restaurants SET is_noindex = true WHERE slug = 'tempura-unindexed'").await;
    let robot = app.anonymous();
    let robots = robot.open("/robots.txt").await;
    let base = &app.config.base_url;
    assert_eq!(robots.is(200).header("content-type"), "text/plain; charset=utf-8");
    for line in [format!("Sitemap: {base}/sitemap.xml"), "Disallow: /users".into(), "Disallow: /owners".into()] {
        assert!(robots.body.lines().any(|own| own == line), "{line}: {}", robots.body);
    }
    let sitemap = robot.open("/sitemap.xml").await;
    assert_eq!(sitemap.is(200).header("content-type"), "application/xml; charset=utf-8");
    let addresses: Vec<_> =
        sitemap.body.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next()).collect();
    let restaurants: Vec<_> =
        addresses.iter().filter_map(|address| address.split_once("/r/")).map(|(_, slug)| slug).collect();
    assert_eq!(restaurants, ["sushi-open", "sushi-open"], "once a language");
    for address in &addresses {
        let path = address.strip_prefix(base.as_str()).unwrap_or_else(|| panic!("{address} is on another host"));
        let page = robot.open(path).await;
        let html = page.is(200).body.replace("&#x2f;", "/");
        assert!(html.contains(&format!("<link rel=\"canonical\" href=\"{address}\">")), "{address}");
        assert!(sitemap.body.contains(&format!("href=\"{address}\"")), "{address} has its counterpart");
    }
    app.end().await;
}

#[tokio::test]
async fn pageless_address_redirects() {
    let app = TestApp::start().await;
    let visitor = app.anonymous();
    visitor.open("/admin").await.goes_to("/admin/home");
    visitor.open("/users/gold/subscriptions").await.goes_to("/gold");
    app.end().await;
}
