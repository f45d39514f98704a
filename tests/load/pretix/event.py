# An event that sells one free item, and a token that may order it.
from datetime import timedelta
from decimal import Decimal
from django.utils.timezone import now
from django_scopes import scopes_disabled
from pretix.base.models import Event, Item, Organizer, Quota, Team
with scopes_disabled():
    organizer, _ = Organizer.objects.get_or_create(slug="bench", defaults={"name": "Bench"})
    event, _ = Event.objects.get_or_create(organizer=organizer, slug="bench", defaults={"name": "Bench", "live": True, "currency": "EUR", "date_from": now() + timedelta(days=30), "plugins": "pretix.plugins.banktransfer"})
    item, _ = Item.objects.get_or_create(event=event, name="Seat", defaults={"default_price": Decimal("0.00")})
    quota, _ = Quota.objects.get_or_create(event=event, name="Seats", defaults={"size": 10000000})
    quota.items.add(item)
    team, _ = Team.objects.get_or_create(organizer=organizer, name="Bench", defaults={"all_events": True, "all_event_permissions": True, "all_organizer_permissions": True})
    print(team.tokens.create(name="bench").token, item.pk)
