"""Specs that load and specs that do not: the corpus that the loader and the JSON Schema are both held to."""

from __future__ import annotations

from typing import NamedTuple

HEAD = """\
uibench: 1
task: shop
screens:
  - {id: home, route: /, role: tab}
  - {id: catalog, route: /products}
  - {id: product, route: "/product/:id", example: /product/1, parent: catalog}
  - {id: cart, route: /cart, text: [Your cart, /order summary/i]}
  - {id: order, route: "/order/:id"}
"""


def feature(do: str = "[]", expect: str = "[{visible: {text: Cart}}]", more: str = "", item: str = "") -> str:
    """A spec with one feature; ``more`` holds further lines of the feature, ``item`` of its item."""
    lines = "".join(f"        {line}\n" for line in more.splitlines())
    above = "".join(f"    {line}\n" for line in item.splitlines())
    return (
        f"{HEAD}interactions:\n  - id: cart\n    family: cross-route\n{above}    features:\n"
        f"      - id: add\n        from: product\n        do: {do}\n        expect: {expect}\n{lines}"
    )


def step(text: str) -> str:
    return feature(do=f"[{{remember: {{as: a, count: {{role: row}}}}}}, {text}]")


def expect(text: str) -> str:
    return feature(do="[{remember: {as: a, count: {role: row}}}]", expect=f"[{text}]")


def navigation(text: str) -> str:
    return f"{HEAD}navigation:\n  - {text}\n"


STEPS = """\
{click: {role: button, name: Save}}
{click: {role: button, name: Save}, timeout: 0.5}
{click: {test_id: save, text: Save, selector: "#save", nth: 2, exact: true}}
{click: {text: "men's", within: {role: main}, near: {text: Price}, has: {role: img}, frame: iframe.shop}}
{click: {text: Save, frame: {title: Editor}}}
{click: {position: 3}}
{double_click: {text: Cell}}
{hover: {text: Menu}}
{focus: {label: Email}}
{fill: {target: {label: Email}, value: ""}}
{type: {target: {placeholder: Search}, value: shoes}}
{press: Enter}
{press: Control+Shift+A}
{press: "+"}
{press: Control++}
{select: {target: {label: Size}, option: Large}}
{check: {label: Terms}}
{uncheck: {label: Terms}}
{drag: {from: {text: A}, to: {text: B}}}
{scroll_until: {visible: {text: Footer}}}
{scroll_until: {visible: {text: Row 90}, within: {role: table}}}
{upload: {target: {label: Photo}, files: photo.png}}
{upload: {target: {label: Photo}, files: [a.png, b.pdf]}}
{go: cart}
{go: back}
{go: forward}
{go: reload}
{go: {route: "/product/1?tab=reviews"}}
{go: {screen: cart, by: control}}
{go: {screen: order}}
{answer: {dialog: accept}}
{answer: {dialog: accept, text: My list}}
{answer: {dialog: dismiss}}
{wait_for: {visible: {text: Loaded}}, timeout: 60}
{wait_for: {not: {visible: {text: Loading}}}}
{remember: {as: b, text: {label: Cart items}}}
{remember: {as: b, value: {label: Email}}}
{remember: {as: b, attribute: {of: {role: link}, name: href}}}
{remember: {as: b, style: {of: {role: main}, property: background-color}}}
""".splitlines()

EXPECTATIONS = """\
{visible: {text: Cart}}
{visible: {text: Cart}, timeout: 10}
{hidden: {text: Cart}}
{text: {of: {role: status}, is: 3 items}}
{text: {of: {role: status}, contains: items}}
{text: {of: {role: status}, matches: "\\\\d+ items?"}}
{text: {of: {role: status}, is: ""}}
{value: {of: {label: Email}, is: ""}}
{value: {of: {label: Email}, contains: "@"}}
{checked: {label: Terms}}
{enabled: {role: button, name: Save}}
{disabled: {role: button, name: Save}}
{invalid: {of: {label: Email}}}
{invalid: {of: {label: Email}, message: /address/i}}
{count: {of: {role: row}, is: 0}}
{count: {of: {role: row}, at_least: 1, at_most: 5}}
{count: {of: {role: row}, less_than: a}}
{count: {of: {each: {role: row}, part: {role: button}}, more_than: a}}
{changed: {from: a}}
{changed: {from: a, by: -1}}
{changed: {from: a, to: 5}}
{changed: {from: a, to: five}}
{unchanged: {from: a}}
{unchanged: a}
{order: {of: {role: row}, by: ascending, as: number}}
{order: {of: {each: {role: row}, part: {text: /€/}}, by: descending}}
{every: {of: {role: row}, contains: shirt}}
{every: {of: {role: row}, matches: /shirt/i}}
{every: {of: {role: row}, number: {at_most: 50, more_than: 0.5}}}
{attribute: {of: {role: link}, name: href, contains: cart}}
{attribute: {of: {role: link}, name: disabled}}
{style: {of: {role: main}, property: display, is: none}}
{style: {of: {role: main}, property: --brand, contains: green}}
{style: {of: {role: main}, property: font-size, number: {at_least: 12}}}
{focused: {label: Email}}
{route: {is: /cart}}
{route: {matches: "/product/:id"}}
{route: {matches: "/product/[0-9]+/"}}
{screen: cart}
{dialog: {contains: sure}}
{dialog: {}}
{download: {name: report.csv}}
{popup: {route: "/print/:id"}}
{clipboard: {contains: https}}
{storage: {key: cart}}
{storage: {key: cart, contains: shirt}}
{persists: {through: [catalog, reload, cart], then: [{visible: {text: Linen shirt}}]}}
{persists: {through: reload, then: [{unchanged: a}]}}
{any_of: [{visible: {text: A}}, {all_of: [{visible: {text: B}}, {hidden: {text: C}}]}]}
{not: {any_of: [{visible: {text: A}}, {count: {of: {role: row}, is: a}}]}}
""".splitlines()

WHOLE = {
    "least": "uibench: 1\ntask: shop\n",
    "unnamed": "uibench: 1\n",
    "empty lists": "uibench: 1\ntask: shop\nbefore:\nscreens:\nnavigation:\ninteractions:\nfidelity:\ngates:\n",
    "subject with nothing": "uibench: 1\nsubject: {build: null, start: null, output: null, env: {}}\n",
    "subject": "uibench: 1\nsubject: {build: vite build, timeout: 90, env: {PORT: 3000, DEBUG: false, NAME: x}}\n",
    "viewport": "uibench: 1\nviewport: {width: 1440, height: 900, scale: 2}\n",
    "device": "uibench: 1\ndevice: phone\n",
    "gates": "uibench: 1\ngates: {exec: strict, vfs: 60.5, iis: 0, navigation: 100, dead_controls: 5, critique: 0}\n",
    "fidelity": HEAD + "fidelity: {vfs: 60, content_vfs: 50, screens: {home: {vfs: 70}, cart: {content_vfs: 1}}}\n",
    "before": HEAD + "before:\n  - click: {text: Accept all}\n  - {remember: {as: user, text: {label: User}}}\n",
    "reach": HEAD + "  - {id: done, reach: [{go: cart}, {click: {text: Pay}}], text: Thank you}\n"
    "navigation:\n  - {id: back-home, kind: tab, from: done, click: {text: Home}, to: home}\n",
    "page": navigation("{id: a, kind: page, screen: cart}"),
    "tab": navigation("{id: a, kind: tab, from: home, click: {role: link, name: Cart, position: 3}, to: cart}"),
    "parent": navigation("{id: a, kind: parent-child, from: catalog, click: {text: Shirt}, to: product}"),
    "to a screen that has no address": navigation(
        "{id: a, kind: parent-child, from: cart, click: {text: Pay}, to: order}"
    ),
    "external": navigation("{id: a, kind: parent-child, from: home, click: {text: Us}, to: {external: /example.org/}}"),
    "menu first": navigation(
        "{id: a, kind: tab, from: home, do: [{click: {text: Menu}}], click: {text: Cart}, to: cart, before: []}"
    ),
    "pytest features": feature(more="marks: [slow, smoke]\nskip: not yet\nonly_if: {visible: {text: Shop}}\ntitle: T"),
    "xfail": feature(more="xfail: known\nmarks: slow"),
    "scope": feature(item="scope: S2\ntitle: The cart"),
    "parametrize": feature(
        do='[{fill: {target: {label: Size}, value: "${size}"}}]',
        expect='[{count: {of: {role: row}, at_least: "${least}"}}]',
        more="parametrize: {size: [S, M], least: [1, 2]}",
    ),
    "parametrized id": navigation(
        '{id: "${s}-there", kind: page, screen: "${s}", parametrize: {s: [cart, home]}}',
    ),
}


class Wrong(NamedTuple):
    """A spec that is refused."""

    text: str
    message: str
    """Part of the error."""
    schema: bool = True
    """False: a JSON Schema cannot express it."""


WRONG = {
    # keys
    "unknown key": Wrong("uibench: 1\ntreshold: 3\n", "2:1: unknown key 'treshold' in a spec"),
    "near key": Wrong("uibench: 1\nscreen: []\n", "unknown key 'screen' in a spec. Did you mean 'screens'?"),
    "unknown screen key": Wrong(
        "uibench: 1\nscreens:\n  - {id: a, rout: /}\n", "3:13: unknown key 'rout' in a screen. Did you mean 'route'?"
    ),
    "unquoted comma": Wrong(
        step("{click: {text: Hello, world}}"), "unknown key 'world' in a target. Part of a text? Quote values"
    ),
    "duplicate key": Wrong("uibench: 1\ntask: a\ntask: b\n", "3:1: the key 'task' stands here and at", schema=False),
    "version": Wrong("uibench: 2\n", "uibench: 2: this version reads format 1"),
    "no version": Wrong("task: a\n", "this version reads format 1"),
    "version is true": Wrong("uibench: true\n", "uibench: true: this version reads format 1"),
    # types
    "list for mapping": Wrong("uibench: 1\nsubject: [a]\n", "subject: expects a mapping with build"),
    "text for list": Wrong("uibench: 1\nscreens: home\n", "screens: expects a list, got text 'home'"),
    "number for text": Wrong(step("{click: {text: 5}}"), "text: expects text, got a number 5; quote it"),
    "time for text": Wrong(step("{click: {text: 12:30}}"), "text: expects text, got a number 750; quote it"),
    "nothing for text": Wrong(step("{click: {role: button, name: }}"), "name: expects text, got nothing; quote values"),
    "text for number": Wrong(
        "uibench: 1\ngates: {vfs: high}\n", "2:14: vfs: expects a number from 0 to 100, got 'high'"
    ),
    "text for flag": Wrong(
        step("{click: {text: A, exact: always}}"), "exact: expects true or false, got text 'always'"
    ),
    "blank text": Wrong("uibench: 1\ntask: ' '\n", "task: expects text, got ' '"),
    "invisible text": Wrong(step('{click: {text: "\\u200b"}}'), "has nothing visible in it", schema=False),
    # screens
    "screen without id": Wrong("uibench: 1\nscreens: [{route: /}]\n", "a screen needs 'id': Unique name"),
    "bad id": Wrong("uibench: 1\nscreens: [{id: Über, route: /}]\n", "id: expects an id (ASCII letters"),
    "slash in id": Wrong("uibench: 1\nscreens: [{id: a/b, route: /}]\n", "id: expects an id"),
    "reserved id": Wrong("uibench: 1\nscreens: [{id: back, route: /}]\n", "the id 'back' is taken", schema=False),
    "long id": Wrong(f"uibench: 1\nscreens: [{{id: {'x' * 60}, route: /}}]\n", "id: at most 48 characters"),
    "same screen twice": Wrong(
        HEAD + "  - {id: cart, route: /basket}\n",
        "screens: the id 'cart' stands here and at spec.yaml:7:5",
        schema=False,
    ),
    "bare screen": Wrong("uibench: 1\nscreens: [{id: a}]\n", "needs at least one of route, text, screenshot, reach"),
    "route without slash": Wrong("uibench: 1\nscreens: [{id: a, route: cart}]\n", "an address that starts with /"),
    "example alone": Wrong("uibench: 1\nscreens: [{id: a, text: X, example: /a}]\n", "takes example only with route"),
    "example of another route": Wrong(
        'uibench: 1\nscreens: [{id: a, route: "/p/:id", example: /q/1}]\n', "'/q/1' is no address of", schema=False
    ),
    "screen role": Wrong(
        "uibench: 1\nscreens: [{id: a, route: /, role: tabs}]\n",
        "'tabs' is not a role of a screen. Did you mean 'tab'?",
    ),
    "dangling parent": Wrong(
        HEAD + "  - {id: x, route: /x, parent: catalogue}\n",
        "9:32: parent: there is no screen 'catalogue'. Did you mean 'catalog'? Allowed: home,",
        schema=False,
    ),
    "own parent": Wrong(HEAD + "  - {id: x, route: /x, parent: x}\n", "is its own parent", schema=False),
    "parents in a ring": Wrong(
        "uibench: 1\nscreens: [{id: a, route: /a, parent: b}, {id: b, route: /b, parent: a}]\n",
        "'a' is its own parent by way of 'b'",
        schema=False,
    ),
    "bracket route": Wrong("uibench: 1\nscreens: [{id: a, route: /product/[id]}]\n", "not valid YAML", schema=False),
    "question mark route": Wrong(
        "uibench: 1\nscreens: [{id: a, route: /find?q=a}]\n", "2:26: '/find?q=a' has a '?'", schema=False
    ),
    "colon in text": Wrong("uibench: 1\ntitle: Shop: all\n", "quote values with ':'", schema=False),
    "screenshot that is no picture": Wrong(
        "uibench: 1\nscreens: [{id: a, screenshot: a.pdf}]\n", "'a.pdf' is not a picture"
    ),
    "missing screenshot": Wrong(
        "uibench: 1\nscreens: [{id: a, screenshot: nowhere/a.png}]\n", "2:31: screenshot: 'nowhere/a.png'", schema=False
    ),
    "missing reference": Wrong(
        "uibench: 1\nreference: {app: nowhere}\n", "2:18: app: 'nowhere': the folder", schema=False
    ),
    "missing capture": Wrong(
        "uibench: 1\nreference: {capture: nowhere}\n", "`uibench capture APP -o DIR` makes one", schema=False
    ),
    "two references": Wrong(
        "uibench: 1\nreference: {app: ., capture: .}\n", "reference expects one of app, capture, got app, capture"
    ),
    "viewport and device": Wrong(
        "uibench: 1\ndevice: phone\nviewport: {width: 800, height: 600}\n", "a spec takes viewport or device, not both"
    ),
    "device": Wrong(
        "uibench: 1\ndevice: fone\n", "'fone' is not a device. Did you mean 'phone'? Allowed: desktop, phone"
    ),
    "viewport": Wrong(
        "uibench: 1\nviewport: {width: 10, height: 900}\n", "width: expects a whole number from 200 to 4096"
    ),
    # navigation
    "kind": Wrong(
        navigation("{id: a, kind: tabs, from: home}"), "'tabs' is not a kind of navigation. Did you mean 'tab'?"
    ),
    "page without screen": Wrong(navigation("{id: a, kind: page}"), "of kind page needs 'screen'"),
    "page with click": Wrong(
        navigation("{id: a, kind: page, screen: cart, click: {text: X}}"), "of kind page takes no 'click'"
    ),
    "tab without click": Wrong(navigation("{id: a, kind: tab, from: home, to: cart}"), "of kind tab needs 'click'"),
    "to itself": Wrong(
        navigation("{id: a, kind: tab, from: home, to: home, click: {text: X}}"), "from 'home' to itself", schema=False
    ),
    "dangling from": Wrong(
        navigation("{id: a, kind: tab, from: hom, to: cart, click: {text: X}}"),
        "10:30: from: there is no screen 'hom'. Did you mean 'home'?",
        schema=False,
    ),
    "dangling to": Wrong(
        navigation("{id: a, kind: tab, from: home, to: kart, click: {text: X}}"), "no screen 'kart'", schema=False
    ),
    "dangling screen": Wrong(navigation("{id: a, kind: page, screen: kart}"), "no screen 'kart'", schema=False),
    "no screens at all": Wrong(
        "uibench: 1\nnavigation: [{id: a, kind: page, screen: cart}]\n", "The spec has no screens", schema=False
    ),
    "start without address": Wrong(
        navigation("{id: a, kind: tab, from: order, to: cart, click: {text: X}}"),
        "the screen 'order' cannot be opened: its address is made at run time",
        schema=False,
    ),
    "same navigation twice": Wrong(
        navigation("{id: a, kind: page, screen: cart}\n  - {id: a, kind: page, screen: home}"),
        "navigation: the id 'a' stands here and at spec.yaml:10:5",
        schema=False,
    ),
    "external text": Wrong(
        navigation("{id: a, kind: tab, from: home, to: {extern: x}, click: {text: X}}"), "Did you mean 'external'?"
    ),
    # interactions
    "family": Wrong(
        feature().replace("cross-route", "cross-routes"), "'cross-routes' is not a family of interactions. Did you mean"
    ),
    "scope": Wrong(feature(item="scope: S4"), "'S4' is not a scope. Allowed: S1, S2, S3"),
    "no features": Wrong(
        "uibench: 1\ninteractions: [{id: a, family: form, features: []}]\n",
        "features: expects at least 1, got an empty",
    ),
    "no expectation": Wrong(feature(expect="[]"), "expect: expects at least 1, got an empty list"),
    "feature without from": Wrong(feature().replace("        from: product\n", ""), "a feature needs 'from'"),
    "same feature twice": Wrong(
        feature() + "      - {id: add, from: cart, expect: [{visible: {text: A}}]}\n",
        "features of 'cart': the id 'add' stands here",
        schema=False,
    ),
    # steps
    "two verbs": Wrong(step("{click: {text: A}, hover: {text: B}}"), "a step has one verb, got 'click' and 'hover'"),
    "no verb": Wrong(step("{timeout: 5}"), "a step needs a verb. Allowed: click,"),
    "unknown verb": Wrong(step("{clik: {text: A}}"), "unknown key 'clik' in a step. Did you mean 'click'?"),
    "bare verb": Wrong(step("reload"), "a step is a mapping such as {click:"),
    "timeout 0": Wrong(step("{press: Enter, timeout: 0}"), "timeout: expects seconds above 0 and at most 60, got"),
    "timeout 61": Wrong(step("{press: Enter, timeout: 61}"), "timeout: expects seconds above 0 and at most 60, got 61"),
    "timeout -1": Wrong(step("{press: Enter, timeout: -1}"), "at most 60, got -1"),
    "timeout true": Wrong(step("{press: Enter, timeout: true}"), "at most 60, got true"),
    "timeout nan": Wrong(step("{press: Enter, timeout: .nan}"), "at most 60, got nan", schema=False),
    "timeout inside": Wrong(
        step("{click: {text: A, timeout: 9}}"), "timeout: stands beside the verb, not in it: {click: …, timeout: 9}"
    ),
    "text for target": Wrong(
        step("{click: Save}"), "click: expects a mapping such as {text: Save} or {role: button, name"
    ),
    "target one level up": Wrong(
        step("{fill: {label: A, value: x}}"), "unknown key 'label' in fill. It belongs into target: {label: …}."
    ),
    "empty target": Wrong(step("{click: {}}"), "a target needs at least one of test_id, role"),
    "narrowing alone": Wrong(step("{click: {within: {role: main}}}"), "a target needs at least one of"),
    "name alone": Wrong(step("{click: {text: A, name: B}}"), "takes name only with role; for the words on an"),
    "each alone": Wrong(step("{click: {each: {role: row}}}"), "takes each only with part"),
    "each and hint": Wrong(
        step("{click: {each: {role: row}, part: {role: cell}, text: A}}"), "takes no text beside them", schema=False
    ),
    "aria role": Wrong(step("{click: {role: buton}}"), "'buton' is not an ARIA role. Did you mean 'button'?"),
    "regex": Wrong(step('{click: {text: "/a(/"}}'), "'/a(/' is not a regular expression: missing )", schema=False),
    "regex flag": Wrong(step("{click: {text: /a/gi}}"), "has the flag 'g'", schema=False),
    "negative nth": Wrong(step("{click: {text: A, nth: -1}}"), "nth: expects a whole number from 0"),
    "key": Wrong(step("{press: Entr}"), "'Entr' is not a key. Did you mean 'Enter'?", schema=False),
    "key with modifier": Wrong(step("{press: Ctrl+A}"), "'Ctrl' is not a key. Did you mean 'Control'?", schema=False),
    "fill without value": Wrong(step("{fill: {target: {label: A}}}"), "fill needs 'value'"),
    "fill a number": Wrong(step("{fill: {target: {label: A}, value: 3}}"), "value: expects text, got a number 3"),
    "go nowhere": Wrong(step("{go: kart}"), "go: there is no screen 'kart'. Did you mean 'cart'?", schema=False),
    "go by": Wrong(step("{go: {route: /a, by: control}}"), "by: goes with a screen", schema=False),
    "go both": Wrong(step("{go: {route: /a, screen: cart}}"), "go expects one of screen, route"),
    "answer": Wrong(step("{answer: {dialog: yes!}}"), "'yes!' is not an answer. Allowed: accept, dismiss"),
    "answer text": Wrong(step("{answer: {dialog: dismiss, text: a}}"), "text goes with dialog: accept", schema=False),
    "remember two": Wrong(
        step("{remember: {as: b, text: {text: A}, count: {text: A}}}"), "expects one of text, value, count"
    ),
    "remember twice": Wrong(step("{remember: {as: a, text: {text: A}}}"), "remembered before already", schema=False),
    "upload from nowhere": Wrong(
        step("{upload: {target: {text: A}, files: nowhere/a.png}}"), "files: 'nowhere/a.png'", schema=False
    ),
    # expectations
    "two expectations in one": Wrong(
        expect("{visible: {text: A}, hidden: {text: B}}"), "an expectation has one verb, got 'visible' and 'hidden'"
    ),
    "expectation verb": Wrong(
        expect("{visable: {text: A}}"), "unknown key 'visable' in an expectation. Did you mean 'visible'"
    ),
    "text without test": Wrong(expect("{text: {of: {text: A}}}"), "text needs at least one of is, contains, matches"),
    "count without bound": Wrong(expect("{count: {of: {text: A}}}"), "count needs at least one of is, at_least"),
    "count of half": Wrong(expect("{count: {of: {text: A}, is: 1.5}}"), "is: expects a whole number from 0"),
    "count impossible": Wrong(
        expect("{count: {of: {text: A}, at_least: 5, at_most: 2}}"),
        "no count is at least 5 and at most 2",
        schema=False,
    ),
    "not remembered": Wrong(
        expect("{changed: {from: b}}"), "'b' is not remembered by then. Remembered: a Put a step", schema=False
    ),
    "count not remembered": Wrong(
        expect("{count: {of: {text: A}, is: before}}"), "'before' is not remembered by then", schema=False
    ),
    "not remembered deep inside": Wrong(
        expect("{not: {any_of: [{unchanged: b}]}}"), "'b' is not remembered by then", schema=False
    ),
    "remembered later": Wrong(
        feature(do="[{wait_for: {changed: {from: a}}}, {remember: {as: a, text: {text: A}}}]"),
        "'a' is not remembered by then",
        schema=False,
    ),
    "changed by nothing": Wrong(expect("{changed: {from: a, by: 0}}"), "by: 0 is no change", schema=False),
    "order": Wrong(
        expect("{order: {of: {text: A}, by: up}}"), "'up' is not a direction. Allowed: ascending, descending"
    ),
    "persists first": Wrong(
        expect("{persists: {through: [cart], then: [{visible: {text: A}}]}}, {visible: {text: A}}"),
        "persists: walks to other screens and is judged where the walk ends: it comes last",
        schema=False,
    ),
    "persists inside": Wrong(
        expect("{not: {persists: {through: [cart], then: [{visible: {text: A}}]}}}"), "stands by itself", schema=False
    ),
    "persists through nowhere": Wrong(
        expect("{persists: {through: [kart], then: [{visible: {text: A}}]}}"),
        "through: there is no screen 'kart'. Did you mean 'cart'?",
        schema=False,
    ),
    "empty any_of": Wrong(expect("{any_of: []}"), "any_of: expects at least 1, got an empty list"),
    "screen nowhere": Wrong(expect("{screen: kart}"), "screen: there is no screen 'kart'", schema=False),
    "route two ways": Wrong(expect("{route: {is: /a, matches: /b}}"), "route expects one of is, matches"),
    # the rest
    "gate over 100": Wrong("uibench: 1\ngates: {vfs: 101}\n", "vfs: expects a number from 0 to 100, got 101"),
    "gate": Wrong("uibench: 1\ngates: {vsf: 1}\n", "unknown key 'vsf' in gates. Did you mean 'vfs'?"),
    "negative gate": Wrong("uibench: 1\ngates: {critique: -1}\n", "critique: expects a whole number from 0"),
    "exec gate": Wrong(
        "uibench: 1\ngates: {exec: strickt}\n", "'strickt' is not true, false or strict. Did you mean 'strict'"
    ),
    "fidelity of nowhere": Wrong(
        HEAD + "fidelity: {screens: {kart: {vfs: 1}}}\n",
        "9:22: fidelity: screens: there is no screen 'kart'. Did you mean 'cart'?",
        schema=False,
    ),
    "empty threshold": Wrong(
        HEAD + "fidelity: {screens: {cart: {}}}\n", "thresholds needs at least one of vfs, content_vfs"
    ),
    "mark": Wrong(feature(more="marks: [not a mark]"), "marks: expects the name of a pytest mark, got 'not a mark'"),
    "pytest's mark": Wrong(
        feature(more="marks: [skipif]"), "'skipif' is pytest's or ours: write only_if:", schema=False
    ),
    "skip without reason": Wrong(feature(more="skip: true"), "skip: expects a reason, got a truth value true"),
    "empty parametrize": Wrong(feature(more="parametrize: {}"), "parametrize: expects a mapping of names to lists"),
    "parametrize one value": Wrong(
        feature(more="parametrize: {size: M}"), "parametrize: size: expects a list of values, got text 'M'"
    ),
    "unknown parameter": Wrong(
        feature(expect='[{visible: {text: "${siez}"}}]', more="parametrize: {size: [S]}"),
        "${siez} is not a parameter. Did you mean 'size'? Allowed: size",
        schema=False,
    ),
    "parameter without parametrize": Wrong(
        feature(expect='[{visible: {text: "${size}"}}]'), "a feature has no parametrize:", schema=False
    ),
    "parameters that make one id": Wrong(
        feature(more="parametrize: {size: [S, M], least: [1, 2]}").replace("id: add", 'id: "add-${size}"'),
        "parametrize gives the id 'add-S' twice",
        schema=False,
    ),
    "parameter of the wrong type": Wrong(
        feature(expect='[{count: {of: {text: A}, is: "${n}"}}]', more="parametrize: {n: [1, -2]}"),
        "is: expects a whole number from 0",
        schema=False,
    ),
    "too many combinations": Wrong(
        feature(more="parametrize: {a: [1, 2, 3, 4, 5, 6, 7], b: [1, 2, 3, 4, 5, 6], c: [1, 2, 3, 4, 5, 6]}"),
        "more than 200 combinations",
        schema=False,
    ),
}

VALID = (
    WHOLE
    | {f"step {text}": step(text) for text in STEPS}
    | {f"expectation {text}": expect(text) for text in EXPECTATIONS}
)
