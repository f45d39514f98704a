#!/usr/bin/env python3
"""The main job over HTTP on a running demo: main_job.py URL

A diner of the demo world signs in, reads a month and a day, holds seats, confirms, and cancels. The owner reads the day and seats a
walk-in. An admin refills slots. All pages without a key are read. The diner enters the raffle, and the worker draws it.
Moves the demo's clock past the raffle. Prints each step, and exits with 1 if one fails.
"""

import datetime
import http.cookiejar
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

PASSWORD = "Seki-2026"
DINER = "hanako@seki.test"
SLUG = "sushi-kagura"
# Seconds for the work of the worker.
PATIENCE = 120
DAY = 86_400
TOKYO_AHEAD = 9 * 3_600
# Lists that a cluster rejects (docs/OPERATIONS.md, "Citus").
REJECTED = tuple(
    f"/admin/api/resources/{name}" for name in ("jobs", "jobs.csv", "dead_letters", "dead_letters.csv")
)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Person:
    """A person with a browser's cookies and the CSRF token of the last page."""

    def __init__(self, url):
        self.url = url
        self.token = ""
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(cookies, NoRedirect)

    def call(self, method, path, body=None, query=None):
        """Returns the status and the text of a reply."""
        path += "?" + urllib.parse.urlencode(query) if query else ""
        headers = {"Accept": "application/json", "X-CSRF-Token": self.token}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, method=method, headers=headers)
        try:
            reply = self.opener.open(request, timeout=120)
        except urllib.error.HTTPError as error:
            reply = error
        self.token = reply.headers.get("X-CSRF-Token") or self.token
        return reply.status, reply.read().decode("utf-8", "replace")

    def wants(self, method, path, body=None, query=None):
        status, text = self.call(method, path, body, query)
        if not 200 <= status < 300:
            raise AssertionError(f"{method} {path}: {status} {text[:300]}")
        return json.loads(text) if text.strip() else {}

    def page(self, path, query=None):
        return self.wants("GET", path, query=query)["data"]

    def sign_in(self, side, account, email):
        self.wants("GET", f"{side}/sign_in")
        self.wants("POST", f"{side}/sign_in", {account: {"email": email, "password": PASSWORD}})


def eventually(what, check):
    """Returns the first true result of a check that the worker makes true."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = check()
        if found:
            return found
        time.sleep(0.5)
    raise AssertionError(f"not within {PATIENCE} seconds: {what}")


class MainJob:
    def __init__(self, url):
        self.url = url
        self.diner = Person(url)
        self.owner = Person(url)
        self.token = ""
        self.dates = []
        self.uid = ""
        self.date = ""

    def now(self):
        return datetime.datetime.fromisoformat(self.diner.wants("GET", "/dev/clock")["now"])

    def advance(self, seconds):
        """Moves the clock; every process follows within a second."""
        self.diner.wants("POST", "/dev/clock", {"advance_seconds": int(seconds)})
        time.sleep(2)

    def mails(self):
        return len(self.diner.wants("GET", "/dev/inbox", query={"to": DINER})["messages"])

    def status(self):
        return self.diner.page(f"/users/reservations/{self.uid}")["reservation"]["status"]

    def signs_in(self):
        self.diner.sign_in("/users", "user", DINER)
        self.diner.page("/users/upcoming_reservations")

    def reads_months(self):
        calendar = self.diner.page(f"/r/{SLUG}")["calendar"]
        self.token = calendar["token"]
        first = datetime.date.fromisoformat(calendar["default_month"] + "-01")
        for month in (first, (first + datetime.timedelta(days=31)).replace(day=1)):
            query = {
                "restaurant_slug": SLUG,
                "year_month": f"{month:%Y-%m}",
                "reservation_calendar_token": self.token,
            }
            self.dates += self.diner.wants("GET", "/users/api/availability/dates", query=query)["available_dates"]
        assert self.dates, "no day can be booked"

    def requests(self, date):
        """The hold requests for the evening of a day."""
        query = {"date": date, "reservation_calendar_token": self.token}
        found = self.diner.wants("GET", f"/users/api/availability/dates/{SLUG}", query=query)
        for group in found["grouped_online_stock_groups"].get("dinner", []):
            if group["time_options"] and group["courses"] and group["guests_count_option_values"]:
                yield {
                    "new_reservation": {
                        "online_stock_group_id": group["id"],
                        "guests_count": group["guests_count_option_values"][0],
                        "time_selector_option_id": group["time_options"][0]["id"],
                        "course_id": group["courses"][0]["id"],
                    },
                    "restaurant_slug": SLUG,
                    "reservation_calendar_token": self.token,
                    "recaptcha_token": "by hand",
                }

    def holds(self):
        refused = []
        # The demo's scenes are on the first days.
        for date in self.dates[len(self.dates) // 2 :]:
            for request in self.requests(date):
                status, text = self.diner.call("POST", "/users/api/reservations", request)
                if 200 <= status < 300:
                    self.uid, self.date = json.loads(text)["uid"], date
                    return
                refused.append(text[:200])
                # The diner may have booked the meal of the day. Another refusal is a fault.
                assert json.loads(text).get("code") == "already_booked", text[:300]
        raise AssertionError(f"no hold: {refused}")

    def confirms(self):
        before = self.mails()
        path = f"/r/{SLUG}/reservations/{self.uid}"
        review = self.diner.page(f"{path}/review")
        assert not review["needs_card"], "the diner of the demo has a card"
        body = {
            "date_confirmed": "1",
            "no_proxy": "1",
            "policy_agreed": "1",
            "travel_law_agreed": "1",
            "reservation_review_page_items": {item["key_name"]: "1" for item in review["review_items"]},
            "reservation": {"special_request": ""},
        }
        confirmed = self.diner.wants("POST", f"{path}/confirm.json", body)
        assert not confirmed["requires_action"], confirmed
        eventually("the booking is accepted", lambda: self.status() == "accepted")
        eventually("the mail of the booking", lambda: self.mails() > before)

    def is_in_the_owners_day(self):
        self.owner.sign_in("/owners", "owner", "owner@seki.test")
        self.owner.wants("GET", "/owners", query={"owners_restaurant_slug": SLUG})
        status, text = self.owner.call("GET", f"/owners/daily_calendars/{self.date}")
        assert status == 200, text[:300]
        assert self.uid in text, "the day lacks the booking"

    def cancels(self):
        before = self.mails()
        self.diner.wants("DELETE", f"/users/api/reservations/{self.uid}")
        eventually("the booking is cancelled", lambda: self.status() != "accepted")
        eventually("the mail of the cancellation", lambda: self.mails() > before)

    def seats_a_walk_in(self):
        second = int(self.now().timestamp()) + TOKYO_AHEAD
        self.advance((18 * 3_600 + 300 - second) % DAY)
        # The session may have ended meanwhile.
        self.owner = Person(self.url)
        self.owner.sign_in("/owners", "owner", "owner@seki.test")
        self.owner.wants("GET", "/owners", query={"owners_restaurant_slug": SLUG})
        now = self.now()
        query = {"date": f"{now:%Y-%m-%d}", "guests_count": 2, "starts_at": f"{now:%H:%M}"}
        seats = self.owner.page("/owners/api/seat_proposals", query)["seats"]
        assert seats, "no seats are free"
        body = {"guests_count": 2} | {key: seats[0][key] for key in ("inventory_group_uid", "inventory_item_uids")}
        uid = self.owner.wants("POST", "/owners/api/walk_ins", body)["data"]["uid"]
        status, text = self.owner.call("GET", f"/owners/daily_calendars/{now:%Y-%m-%d}")
        assert status == 200 and uid in text, f"the day lacks the walk-in: {status}"

    def refills(self):
        admin = Person(self.url)
        admin.sign_in("/admin", "admin_user", "admin@seki.test")
        path = f"/admin/r/{SLUG}/online_stock_refillment_templates"
        found = admin.page(path)
        # The demo has slots of sixty days.
        today = datetime.date.fromisoformat(found["today"])
        first, last = today + datetime.timedelta(days=62), today + datetime.timedelta(days=75)
        days = {"selection_type": "range", "date_from": first.isoformat(), "date_till": last.isoformat()}
        created = [admin.wants("POST", f"{path}/{one['id']}/refill", days)["created"] for one in found["templates"]]
        assert sum(created) > 0, f"no slot was created: {created}"

    def reads_every_page(self):
        """All reads of the interface that need no key, each by the side it is for. None may be a server error."""
        with open(os.path.join(os.path.dirname(__file__), "../../openapi.json"), encoding="utf-8") as document:
            paths = json.load(document)["paths"]
        admin = Person(self.url)
        admin.sign_in("/admin", "admin_user", "admin@seki.test")
        failed = []
        for path, calls in sorted(paths.items()):
            # A worker that is late for a moment makes the health bad.
            if "get" not in calls or "{" in path or path in REJECTED or path.startswith("/health"):
                continue
            side = path.split("/")[1]
            status, text = {"admin": admin, "owners": self.owner}.get(side, self.diner).call("GET", path)
            is_list = "/api/resources/" in path and not path.endswith(".csv")
            if status >= 500 or is_list and status not in (200, 206):
                failed.append(f"{path}: {status} {text[:100]}")
        assert not failed, failed

    def takes_part_in_a_raffle(self):
        raffle = self.diner.page(f"/r/{SLUG}")["raffle"]
        self.diner.wants("POST", f"/users/api/raffle_rounds/{raffle['uid']}/entries", {})
        till = datetime.datetime.fromisoformat(raffle["registerable_till"])
        # The beacon's value comes soon after the close.
        self.advance((till - self.now()).total_seconds() + 180)
        path = f"/raffle/rounds/{raffle['uid']}"
        visitor = Person(self.url)
        eventually("the worker draws", lambda: visitor.page(path)["progress"] == "drawn")
        visitor.wants("GET", f"{path}/proof")

    STEPS = (
        signs_in,
        reads_months,
        holds,
        confirms,
        is_in_the_owners_day,
        cancels,
        seats_a_walk_in,
        refills,
        reads_every_page,
        takes_part_in_a_raffle,
    )

    def run(self):
        for step in self.STEPS:
            began = time.monotonic()
            try:
                step(self)
            except Exception as error:  # The later steps need this one.
                print(f"{step.__name__}: failed: {error!r}")
                return False
            print(f"{step.__name__}: {time.monotonic() - began:.1f} s", flush=True)
        return True


if __name__ == "__main__":
    sys.exit(0 if MainJob(sys.argv[1].rstrip("/")).run() else 1)
