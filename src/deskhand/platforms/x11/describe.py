"""Facts of single accessible objects, asked for in bursts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from deskhand.core.element import PASSWORD_ROLE, Element, Node
from deskhand.core.geometry import Box
from deskhand.platforms.x11.bus import ATSPI, ROOT, Bus, Call, get_property
from deskhand.platforms.x11.roles import TEXT_ROLES, TITLED, UNNAMED, WRITTEN, read_state_bits, role_name
from deskhand.platforms.x11.wire import (
    Reader,
    Reference,
    pack_ints,
    read_actions,
    read_attributes,
    read_references,
    read_relations,
    read_states,
)

TEXT_LIMIT = 20_000
"""Characters read of one element."""
LABELLED_BY = 2
SCREEN = b"\0\0\0\0"
WINDOW = b"\1\0\0\0"
DEEPEST = 40
LABELLED = TEXT_ROLES | {"button", "check box", "radio button", "toggle button"}
"""Roles that another element may give a name to, or that carry an identifier worth asking for."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a walk needs of an object before it looks closer."""

    reference: Reference
    role: str
    name: str
    bits: int
    interfaces: frozenset[str]
    children: int
    parent: Reference | None = None


def make_ref(reference: Reference) -> str:
    """The handle of a node."""
    return f"{reference[0]} {reference[1]}"


def parse_ref(ref: str) -> Reference:
    """The object behind a node's handle."""
    name, _, path = ref.partition(" ")
    return name, path


def read_variant_text(body: bytes | None) -> str:
    """The text in a property's answer, "" when there is none."""
    if body is None:
        return ""
    value = Reader(body).variant()
    return value if isinstance(value, str) else ""


def read_variant_number(body: bytes | None) -> int:
    """The number in a property's answer, 0 when there is none."""
    if body is None:
        return 0
    value = Reader(body).variant()
    return value if isinstance(value, int) else 0


def read_variant_reference(body: bytes | None) -> Reference | None:
    """The object in a property's answer."""
    value = Reader(body).variant() if body else None
    return value if isinstance(value, tuple) and not value[1].endswith("/null") else None


def ask_facts(
    bus: Bus, references: Sequence[Reference], parent: dict[Reference, Reference] | None = None
) -> list[Facts]:
    """Facts of every object that answers."""
    calls = []
    for reference in references:
        calls += [
            Call(*reference, ATSPI + "Accessible", "GetRole"),
            Call(*reference, ATSPI + "Accessible", "GetState"),
            Call(*reference, ATSPI + "Accessible", "GetInterfaces"),
            get_property(reference, "Accessible", "Name"),
            get_property(reference, "Accessible", "ChildCount"),
            get_property(reference, "Accessible", "Parent"),
        ]
    answers = bus.ask_all(calls)
    found = []
    for place, reference in enumerate(references):
        role, state, interfaces, name, children, above = answers[6 * place : 6 * place + 6]
        if role is None or state is None:
            continue
        reader = Reader(interfaces) if interfaces else None
        names = reader.array(reader.string) if reader else []
        found.append(
            Facts(
                reference,
                role_name(Reader(role).unsigned()),
                read_variant_text(name),
                read_states(state),
                frozenset(each.rpartition(".")[2] for each in names),
                read_variant_number(children),
                parent[reference] if parent else read_variant_reference(above),
            )
        )
    return found


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
        texts[place] = Reader(answer).string().replace("\ufffc", "") if answer else ""
    return texts


def ask_boxes(bus: Bus, references: Sequence[Reference]) -> list[Box | None]:
    """The places on the screen."""
    answers = bus.ask_all(
        [Call(*reference, ATSPI + "Component", "GetExtents", "u", SCREEN) for reference in references]
    )
    return [read_box(answer, None) for answer in answers]


def read_box(answer: bytes | None, window: Box | None) -> Box | None:
    """A place on the screen, from one that may be told inside `window`; None where there is none."""
    if answer is None:
        return None
    reader = Reader(answer)
    box = Box(reader.signed(), reader.signed(), reader.signed(), reader.signed())
    if window is not None:
        box = replace(box, x=box.x + window.x, y=box.y + window.y)
    return None if box.empty or box.x < -30_000 else box


def read_label(
    bus: Bus, relations: bytes | None, attributes: bytes | None, description: bytes | None
) -> tuple[str, str]:
    """(label, identifier): the text of what labels an element, else its placeholder or description."""
    targets = read_relations(relations).get(LABELLED_BY, []) if relations else []
    told = read_attributes(attributes) if attributes else {}
    names = bus.ask_all([get_property(target, "Accessible", "Name") for target in targets]) if targets else []
    label = " ".join(filter(None, map(read_variant_text, names)))
    label = label or told.get("placeholder-text", "") or read_variant_text(description)
    return clean_name(label), told.get("id", "")


def clean_name(name: str) -> str:
    """A name without the colon and white space that labels carry."""
    return " ".join(name.split()).rstrip(":").strip()


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


def ask_cell_place(bus: Bus, facts: Facts) -> tuple[int, int] | None:
    """Row and column of a table's cell, both from 0."""
    if "TableCell" in facts.interfaces:
        answer = bus.ask(get_property(facts.reference, "TableCell", "Position"))
        if answer is not None:
            reader = Reader(answer)
            if reader.signature() == "(ii)":
                reader.align(8)
                return reader.signed(), reader.signed()
    child, parent = facts.reference, facts.parent
    for _ in range(3):  # a list may hold a cell inside a cell
        index = bus.ask(Call(*child, ATSPI + "Accessible", "GetIndexInParent"))
        if parent is None or index is None:
            return None
        number = pack_ints(Reader(index).signed())
        row, column = bus.ask_all(
            [
                Call(*parent, ATSPI + "Table", "GetRowAtIndex", "i", number),
                Call(*parent, ATSPI + "Table", "GetColumnAtIndex", "i", number),
            ]
        )
        if row is not None and column is not None:
            place = Reader(row).signed(), Reader(column).signed()
            return place if min(place) >= 0 else None
        child, parent = parent, read_variant_reference(bus.ask(get_property(parent, "Accessible", "Parent")))
    return None


def is_text(facts: Facts) -> bool:
    """Whether an object's text is read as its value."""
    if facts.role == PASSWORD_ROLE or "Text" not in facts.interfaces:
        return False
    return (
        facts.role in TEXT_ROLES or facts.role == "table cell" or "EditableText" in facts.interfaces or not facts.name
    )


@dataclass(frozen=True, slots=True)
class Details:
    """The answers to everything that is asked of one object after its facts, in one burst."""

    length: bytes | None = None
    extents: bytes | None = None
    actions: bytes | None = None
    relations: bytes | None = None
    attributes: bytes | None = None
    description: bytes | None = None


def ask_details(bus: Bus, found: Sequence[Facts], coordinates: bytes) -> list[Details]:
    """The details of every object, all questions in flight at once."""
    questions: list[tuple[int, str, Call]] = []
    for place, facts in enumerate(found):
        reference = facts.reference
        if is_text(facts):
            questions.append((place, "length", get_property(reference, "Text", "CharacterCount")))
        if "Component" in facts.interfaces:
            call = Call(*reference, ATSPI + "Component", "GetExtents", "u", coordinates)
            questions.append((place, "extents", call))
        if "Action" in facts.interfaces:
            questions.append((place, "actions", Call(*reference, ATSPI + "Action", "GetActions")))
        if facts.role in LABELLED or facts.role == PASSWORD_ROLE:
            questions += [
                (place, "relations", Call(*reference, ATSPI + "Accessible", "GetRelationSet")),
                (place, "attributes", Call(*reference, ATSPI + "Accessible", "GetAttributes")),
                (place, "description", get_property(reference, "Accessible", "Description")),
            ]
    answers = bus.ask_all([call for _, _, call in questions])
    gathered: list[dict[str, bytes | None]] = [{} for _ in found]
    for (place, name, _), answer in zip(questions, answers, strict=True):
        gathered[place][name] = answer
    return [Details(**each) for each in gathered]


def build_nodes(bus: Bus, found: Sequence[Facts], paths: Sequence[tuple[str, ...]], window: Box | None) -> list[Node]:
    """Whole nodes from facts. `window` is given for toolkits that only know places inside it; the index is left at 0."""
    details = ask_details(bus, found, SCREEN if window is None else WINDOW)
    texts = ask_counted_text(bus, [f.reference for f in found], [read_variant_number(d.length) for d in details])
    nodes = []
    for facts, path, detail, text in zip(found, paths, details, texts, strict=True):
        label, identifier = "", ""
        if detail.attributes is not None:
            label, identifier = read_label(bus, detail.relations, detail.attributes, detail.description)
        row, column = (ask_cell_place(bus, facts) or (None, None)) if facts.role == "table cell" else (None, None)
        element = Element(facts.role, clean_name(facts.name) or label, path, 0, identifier, row, column)
        nodes.append(
            Node(
                make_ref(facts.reference),
                element,
                text,
                read_box(detail.extents, window),
                read_state_bits(facts.bits),
                tuple(read_actions(detail.actions)) if detail.actions else (),
                make_ref(facts.parent) if facts.parent else None,
            )
        )
    return nodes


def ask_children(bus: Bus, references: Sequence[Reference]) -> list[list[Reference]]:
    """The children of every object."""
    answers = bus.ask_all([Call(*reference, ATSPI + "Accessible", "GetChildren") for reference in references])
    return [
        [child for child in read_references(answer) if not child[1].endswith("/null")] if answer else []
        for answer in answers
    ]
