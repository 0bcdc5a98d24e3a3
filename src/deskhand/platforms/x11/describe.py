"""Facts of single accessible objects, asked for in bursts."""

import struct
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from deskhand.core.element import PASSWORD_ROLE, Element, Node
from deskhand.core.geometry import Box
from deskhand.platforms.x11.bus import ATSPI, PROPERTIES, ROOT, Bus, Call, get_property
from deskhand.platforms.x11.roles import (
    SHOWING_BIT,
    TEXT_ROLES,
    TITLED,
    UNNAMED,
    VISIBLE_BIT,
    WRITTEN,
    read_state_bits,
    role_name,
)
from deskhand.platforms.x11.wire import (
    Reader,
    Reference,
    counted,
    pack_ints,
    pack_strings,
    parse,
    read_actions,
    read_attributes,
    read_references,
    read_relations,
    read_states,
    read_strings,
    read_text,
    read_unsigned,
    read_variant,
)

TEXT_LIMIT = 20_000
"""Characters read of one element."""
NAME_LIMIT = 2_000
"""Characters kept of a name."""
FARTHEST = 1_000_000
"""No place on a screen has a larger number, in pixels."""
LABELLED_BY = 2
SCREEN = b"\0\0\0\0"
WINDOW = b"\1\0\0\0"
NAME = pack_strings(ATSPI + "Accessible", "Name")
CHILD_COUNT = pack_strings(ATSPI + "Accessible", "ChildCount")
CHARACTER_COUNT = pack_strings(ATSPI + "Text", "CharacterCount")
_BOX = struct.Struct("<4i")
DEEPEST = 40
LABELLED = TEXT_ROLES | {"button", "check box", "radio button", "toggle button"}
"""Roles that another element may give a name to, or that carry an identifier worth asking for."""


class Facts(NamedTuple):
    """What a walk needs of an object before it looks closer. `children` is -1 where the program does not count them.

    `place` is the row and column of a cell, where they are known already.
    """

    reference: Reference
    role: str
    name: str
    bits: int
    interfaces: frozenset[str]
    children: int
    parent: Reference | None = None
    place: tuple[int, int] | None = None


class Details(NamedTuple):
    """The answers to everything that is asked of one object after its facts, in one burst."""

    length: bytes | None = None
    extents: bytes | None = None
    actions: bytes | None = None
    attributes: bytes | None = None
    relations: bytes | None = None
    description: bytes | None = None


def make_ref(reference: Reference) -> str:
    """The handle of a node."""
    return f"{reference[0]} {reference[1]}"


def parse_ref(ref: str) -> Reference:
    """The object behind a node's handle."""
    name, _, path = ref.partition(" ")
    return name, path


def read_variant_text(body: bytes | None) -> str:
    """The text in a property's answer, "" when there is none."""
    if body and body[:4] == b"\1s\0\0":
        return parse(read_text, body[4:]) or ""
    value = parse(read_variant, body)
    return value if isinstance(value, str) else ""


def read_variant_number(body: bytes | None) -> int:
    """The number in a property's answer, 0 when there is none."""
    value = parse(read_variant, body)
    return value if isinstance(value, int) else 0


def read_variant_reference(body: bytes | None) -> Reference | None:
    """The object in a property's answer."""
    value = parse(read_variant, body)
    return value if isinstance(value, tuple) and not value[1].endswith("/null") else None


def ask_facts(
    bus: Bus, references: Sequence[Reference], parents: Mapping[Reference, Reference] | None = None
) -> list[Facts]:
    """Facts of every object that answers; the parent is asked for unless `parents` tells it."""
    step = 5 if parents is not None else 6
    calls = []
    for reference in references:
        calls += [
            Call(*reference, ATSPI + "Accessible", "GetRole"),
            Call(*reference, ATSPI + "Accessible", "GetState"),
            Call(*reference, ATSPI + "Accessible", "GetInterfaces"),
            Call(*reference, PROPERTIES, "Get", "ss", NAME),
            Call(*reference, PROPERTIES, "Get", "ss", CHILD_COUNT),
        ]
        if parents is None:
            calls.append(get_property(reference, "Accessible", "Parent"))
    answers = bus.ask_all(calls)
    found = []
    for place, reference in enumerate(references):
        role, state, interfaces, name, children, *above = answers[step * place : step * (place + 1)]
        number, bits = parse(read_unsigned, role), parse(read_states, state)
        if number is None or bits is None:
            continue
        found.append(
            Facts(
                reference,
                role_name(number),
                read_variant_text(name),
                bits,
                short_names(parse(read_strings, interfaces) or []),
                read_variant_number(children),
                parents[reference] if parents is not None else read_variant_reference(above[0]),
            )
        )
    return found


@lru_cache(maxsize=512)
def read_interfaces(body: bytes) -> frozenset[str]:
    """as: what an object can do; a program has few kinds of objects, so the same answers come again and again."""
    return short_names(parse(read_strings, body) or [])


@lru_cache(maxsize=512)
def read_action_names(body: bytes) -> tuple[str, ...]:
    """a(sss), of which programs give few different ones as well."""
    return tuple(name[:NAME_LIMIT] for name in parse(read_actions, body) or [])


def short_names(interfaces: Sequence[str]) -> frozenset[str]:
    """ "Component" for "org.a11y.atspi.Component"."""
    return frozenset(each.rpartition(".")[2] for each in interfaces)


def ask_text(bus: Bus, references: Sequence[Reference]) -> list[str]:
    """The text of every object; the length first, because toolkits disagree on what an end of -1 means."""
    counts = bus.ask_all([get_property(reference, "Text", "CharacterCount") for reference in references])
    return ask_counted_text(bus, references, [read_variant_number(count) for count in counts])


def ask_counted_text(bus: Bus, references: Sequence[Reference], lengths: Sequence[int]) -> list[str]:
    """The text of every object whose length is known."""
    asked = [(place, min(length, TEXT_LIMIT)) for place, length in enumerate(lengths) if length > 0]
    answers = bus.ask_all(
        [Call(*references[place], ATSPI + "Text", "GetText", "ii", pack_ints(0, length)) for place, length in asked]
    )
    texts = [""] * len(references)
    for (place, _), answer in zip(asked, answers, strict=True):
        # an embedded object stands in the text as one replacement character
        texts[place] = (parse(read_text, answer) or "")[:TEXT_LIMIT].replace("\ufffc", "")
    return texts


def ask_boxes(bus: Bus, references: Sequence[Reference]) -> list[Box | None]:
    """The places on the screen."""
    answers = bus.ask_all(
        [Call(*reference, ATSPI + "Component", "GetExtents", "u", SCREEN) for reference in references]
    )
    return [read_box(answer) for answer in answers]


def read_box(answer: bytes | None) -> Box | None:
    """A place, as it is told; None where there is none."""
    if answer is None or len(answer) < _BOX.size:
        return None
    x, y, width, height = _BOX.unpack_from(answer)
    if not 0 < width < FARTHEST or not 0 < height < FARTHEST or not -30_000 <= x < FARTHEST or abs(y) > FARTHEST:
        return None
    return Box(x, y, width, height)


def ask_labels(bus: Bus, details: Sequence[Details]) -> list[str]:
    """The text of what labels each element, else its placeholder or description; "" where nothing does."""
    targets = [(parse(read_relations, detail.relations) or {}).get(LABELLED_BY, []) for detail in details]
    names = iter(bus.ask_all([Call(*each, PROPERTIES, "Get", "ss", NAME) for some in targets for each in some]))
    labels = []
    for detail, some in zip(details, targets, strict=True):
        label = " ".join(filter(None, [read_variant_text(next(names)) for _ in some]))
        placeholder = (parse(read_attributes, detail.attributes) or {}).get("placeholder-text", "")
        labels.append(clean_name(label or placeholder or read_variant_text(detail.description)))
    return labels


def clean_name(name: str) -> str:
    """A name without the colon and white space that labels carry, without control characters, and not endless."""
    if not name.isprintable():
        name = "".join(letter for letter in name[: 2 * NAME_LIMIT] if letter.isprintable() or letter.isspace())
    return " ".join(name[:NAME_LIMIT].split()).rstrip(":").strip()


def place_word(facts: Facts) -> str | None:
    """What an ancestor contributes to a path; None when it says nothing."""
    if facts.role in UNNAMED and not facts.name:
        return None
    return facts.role if facts.role in TITLED | WRITTEN else f"{facts.role}:{clean_name(facts.name)}"


def ask_ancestors(bus: Bus, facts: Facts) -> list[Facts]:
    """The ancestors of an object, the window first."""
    chain: list[Facts] = []
    seen = {facts.reference}
    current = facts.parent
    while current is not None and current not in seen and len(chain) < DEEPEST and current[1] != ROOT:
        seen.add(current)
        found = ask_facts(bus, [current])
        if not found or found[0].role == "application":
            break
        chain.append(found[0])
        current = found[0].parent
    return chain[::-1]


def ask_cell_places(bus: Bus, cells: Sequence[Facts]) -> list[tuple[int, int] | None]:
    """Row and column of every cell of a table, both from 0; None where no table tells."""
    told = bus.ask_all([get_property(cell.reference, "TableCell", "Position") for cell in cells])
    places = [parse(read_position, answer) for answer in told]
    child: dict[int, tuple[Reference, Reference | None]] = {}
    child = {number: (cells[number].reference, cells[number].parent) for number in range(len(cells))}
    for _ in range(3):  # a list may hold a cell inside a cell
        open_ = [number for number, (_, parent) in child.items() if places[number] is None and parent is not None]
        indexes = bus.ask_all([Call(*child[number][0], ATSPI + "Accessible", "GetIndexInParent") for number in open_])
        calls = []
        for number, index in zip(open_, indexes, strict=True):
            _, parent = child[number]
            body = pack_ints(counted(index))
            assert parent is not None
            calls += [
                Call(*parent, ATSPI + "Table", "GetRowAtIndex", "i", body),
                Call(*parent, ATSPI + "Table", "GetColumnAtIndex", "i", body),
                get_property(parent, "Accessible", "Parent"),
            ]
        answers = bus.ask_all(calls)
        child = {}
        for place, number in enumerate(open_):
            row, column, above = answers[3 * place : 3 * place + 3]
            if row is not None and column is not None:
                found = counted(row), counted(column)
                places[number] = found if min(found) >= 0 else None
            else:
                parent = cells[number].parent
                assert parent is not None
                child[number] = (parent, read_variant_reference(above))
    return places


def read_position(body: bytes) -> tuple[int, int] | None:
    """v: (ii)"""
    reader = Reader(body)
    if reader.signature() != "(ii)":
        return None
    reader.align(8)
    return reader.signed(), reader.signed()


def is_text(facts: Facts) -> bool:
    """Whether an object's text is read as its value."""
    if facts.role == PASSWORD_ROLE or "Text" not in facts.interfaces:
        return False
    return (
        facts.role in TEXT_ROLES or facts.role == "table cell" or "EditableText" in facts.interfaces or not facts.name
    )


def ask_details(bus: Bus, found: Sequence[Facts], coordinates: bytes) -> list[Details]:
    """The details of every object, all questions in flight at once."""
    slots: list[tuple[int, int]] = []
    calls: list[Call] = []

    def ask(place: int, slot: int, call: Call) -> None:
        slots.append((place, slot))
        calls.append(call)

    for place, facts in enumerate(found):
        reference = facts.reference
        if is_text(facts):
            ask(place, 0, Call(*reference, PROPERTIES, "Get", "ss", CHARACTER_COUNT))
        if "Component" in facts.interfaces:
            ask(place, 1, Call(*reference, ATSPI + "Component", "GetExtents", "u", coordinates))
        if "Action" in facts.interfaces:
            ask(place, 2, Call(*reference, ATSPI + "Action", "GetActions"))
        if facts.role in LABELLED or facts.role == PASSWORD_ROLE:
            ask(place, 3, Call(*reference, ATSPI + "Accessible", "GetAttributes"))
            if not clean_name(facts.name):
                ask(place, 4, Call(*reference, ATSPI + "Accessible", "GetRelationSet"))
                ask(place, 5, get_property(reference, "Accessible", "Description"))
    gathered: list[list[bytes | None]] = [[None] * 6 for _ in found]
    for (place, slot), answer in zip(slots, bus.ask_all(calls), strict=True):
        gathered[place][slot] = answer
    return [Details(*each) for each in gathered]


def build_nodes(
    bus: Bus, found: Sequence[Facts], paths: Sequence[tuple[str, ...]], coordinates: bytes = SCREEN
) -> list[Node]:
    """Whole nodes from facts, in one burst each for details, texts, labels and the places of cells.

    `coordinates` is `WINDOW` for GTK 4, which knows only places inside a window, and calls nothing but windows showing:
    what is visible there and has a place is shown. Equals are numbered as they come.
    """
    details = ask_details(bus, found, coordinates)
    texts = ask_counted_text(bus, [f.reference for f in found], [read_variant_number(d.length) for d in details])
    labels = ask_labels(bus, details)
    cells = [facts for facts in found if facts.role == "table cell" and facts.place is None]
    places = dict(zip([cell.reference for cell in cells], ask_cell_places(bus, cells), strict=True))
    nodes = []
    indexes = number_equals(found, paths)
    for facts, path, index, detail, text, label in zip(found, paths, indexes, details, texts, labels, strict=True):
        identifier = (parse(read_attributes, detail.attributes) or {}).get("id", "") if detail.attributes else ""
        row, column = facts.place or places.get(facts.reference) or (None, None)
        element = Element(
            facts.role, clean_name(facts.name) or label, path, index, identifier[:NAME_LIMIT], row, column
        )
        box, bits = read_box(detail.extents), facts.bits
        if coordinates == WINDOW and bits & VISIBLE_BIT and box is not None:
            bits |= SHOWING_BIT
        nodes.append(
            Node(
                make_ref(facts.reference),
                element,
                text,
                box,
                read_state_bits(bits),
                tuple(parse(read_actions, detail.actions) or []),
                make_ref(facts.parent) if facts.parent else None,
            )
        )
    return nodes


def number_equals(found: Sequence[Facts], paths: Sequence[tuple[str, ...]]) -> list[int]:
    """The place of every object among those of equal role and path."""
    counts: dict[tuple[str, tuple[str, ...]], int] = {}
    numbers = []
    for facts, path in zip(found, paths, strict=True):
        key = (facts.role, path)
        numbers.append(counts.get(key, 0))
        counts[key] = numbers[-1] + 1
    return numbers


def ask_children(bus: Bus, references: Sequence[Reference]) -> list[list[Reference]]:
    """The children of every object."""
    answers = bus.ask_all([Call(*reference, ATSPI + "Accessible", "GetChildren") for reference in references])
    return [
        [child for child in (parse(read_references, answer) or []) if not child[1].endswith("/null")]
        for answer in answers
    ]
