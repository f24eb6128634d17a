"""Words of routes that mean the same page: tier T4 of the cascade (METRICS section 2).

The published method names 32 synonym groups and not the words in them. These 32 groups are ours: the usual pages of
shops, dashboards, blogs and tools, with the names that front-ends give their routes. Words are single tokens, lower
case, or several joined without a separator ("sign-in" is looked up as ``signin``). No word stands in two groups.
"""

from __future__ import annotations

GROUPS: tuple[frozenset[str], ...] = tuple(
    frozenset(words.split())
    for words in (
        "home index landing main start welcome root",
        "dashboard overview summary console cockpit today",
        "products catalog catalogue shop store items listing listings collection collections browse",
        "product item detail details pdp",
        "cart basket bag shoppingcart trolley",
        "checkout payment pay purchase placeorder",
        "orders purchases orderhistory myorders",
        "order orderdetail orderdetails orderstatus receipt",
        "favourites favorites wishlist saved bookmarks likes",
        "login signin logon auth authenticate",
        "register signup createaccount join registration",
        "forgotpassword resetpassword recover passwordreset forgot",
        "profile account me myaccount user userprofile",
        "settings preferences configuration config options",
        "about aboutus company story whoweare",
        "contact contactus getintouch reachus",
        "help faq faqs support helpcenter docs documentation guide",
        "blog posts articles news journal stories magazine",
        "post article blogpost newsitem",
        "search find results explore discover",
        "analytics statistics stats insights metrics charts",
        "reports report reporting exports",
        "customers clients users members contacts people leads accounts",
        "team staff employees crew colleagues",
        "calendar schedule events agenda bookings appointments planner",
        "messages inbox chat conversations mail mailbox",
        "notifications alerts activity updates feed",
        "billing invoices subscription subscriptions plan",
        "pricing plans packages tariffs",
        "inventory stock warehouse supplies",
        "tasks todos todo board kanban projects issues",
        "terms privacy legal imprint policy policies termsofservice privacypolicy",
    )
)
_GROUP_OF = {word: number for number, group in enumerate(GROUPS) for word in group}
HOME = _GROUP_OF["home"]


def group_of(segment: str) -> int | None:
    """Group of a path segment, by the whole of it (separators dropped); None when it is in none."""
    return _GROUP_OF.get(segment.lower().replace("-", "").replace("_", ""))
