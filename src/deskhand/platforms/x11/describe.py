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
        ]
    answers = bus.ask_all(calls)
    found = []
    for place, reference in enumerate(references):
        role, state, interfaces, name, children = answers[5 * place : 5 * place + 5]
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
                parent.get(reference) if parent else None,
            )
        )
    return found


def ask_text(bus: Bus, references: Sequence[Reference]) -> list[str]:
    """The text of every object; the length first, because toolkits disagree on what an end of -1 means."""
    counts = bus.ask_all([get_property(reference, "Text", "CharacterCount") for reference in references])
    lengths = [min(read_variant_number(count), TEXT_LIMIT) for count in counts]
    asked = [(place, length) for place, length in enumerate(lengths) if length > 0]
    answers = bus.ask_all(
        [Call(*references[place], ATSPI + "Text", "GetText", "ii", pack_ints(0, length)) for place, length in asked]
    )
    texts = [""] * len(references)
    for (place, _), answer in zip(asked, answers, strict=True):
        # an embedded object stands in the text as one replacement character
        texts[place] = Reader(answer).string().replace("\ufffc", "") if answer else ""
    return texts


def ask_boxes(bus: Bus, references: Sequence[Reference], window: Box | None) -> list[Box | None]:
    """The places on the screen. `window` is given for toolkits that only know places inside it."""
    coordinates = SCREEN if window is None else WINDOW
    answers = bus.ask_all(
        [Call(*reference, ATSPI + "Component", "GetExtents", "u", coordinates) for reference in references]
    )
    boxes: list[Box | None] = []
    for answer in answers:
        if answer is None:
            boxes.append(None)
            continue
        reader = Reader(answer)
        box = Box(reader.signed(), reader.signed(), reader.signed(), reader.signed())
        if window is not None:
            box = replace(box, x=box.x + window.x, y=box.y + window.y)
        boxes.append(None if box.empty or box.x < -30_000 else box)
    return boxes


def ask_labels(bus: Bus, references: Sequence[Reference]) -> list[tuple[str, str, str]]:
    """(label, identifier, row and column) for objects whose own name may be missing.

    The label is that of the element that labels it, else its description or placeholder.
    """
    calls = []
    for reference in references:
        calls += [
            Call(*reference, ATSPI + "Accessible", "GetRelationSet"),
            Call(*reference, ATSPI + "Accessible", "GetAttributes"),
            get_property(reference, "Accessible", "Description"),
        ]
    answers = bus.ask_all(calls)
    found = []
    for place in range(len(references)):
        relations, attributes, description = answers[3 * place : 3 * place + 3]
        targets = read_relations(relations).get(LABELLED_BY, []) if relations else []
        told = read_attributes(attributes) if attributes else {}
        labels = [read_variant_text(bus.ask(get_property(target, "Accessible", "Name"))) for target in targets]
        label = " ".join(filter(None, labels)) or told.get("placeholder-text", "") or read_variant_text(description)
        found.append((label.strip().rstrip(":").strip(), told.get("id", ""), told.get("placeholder-text", "")))
    return found


def clean_name(name: str) -> str:
    """A name without the colon and white space that labels carry."""
    return " ".join(name.split()).rstrip(":").strip()


def place_word(facts: Facts) -> str | None:
    """What an ancestor contributes to a path; None when it says nothing."""
    if facts.role in UNNAMED and not facts.name:
        return None
    return facts.role if facts.role in TITLED | WRITTEN else f"{facts.role}:{clean_name(facts.name)}"


def ask_ancestors(bus: Bus, reference: Reference) -> list[Facts]:
    """The ancestors of an object, the window first."""
    chain: list[Facts] = []
    seen = {reference}
    current = read_variant_reference(bus.ask(get_property(reference, "Accessible", "Parent")))
    while current is not None and current not in seen and len(chain) < DEEPEST and current[1] != ROOT:
        seen.add(current)
        facts = ask_facts(bus, [current])
        if not facts or facts[0].role == "application":
            break
        chain.append(facts[0])
        current = read_variant_reference(bus.ask(get_property(current, "Accessible", "Parent")))
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
    child = facts.reference
    for _ in range(3):  # a list may hold a cell inside a cell
        parent = read_variant_reference(bus.ask(get_property(child, "Accessible", "Parent")))
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
        child = parent
    return None


def is_text(facts: Facts) -> bool:
    """Whether an object's text is read as its value."""
    if facts.role == PASSWORD_ROLE or "Text" not in facts.interfaces:
        return False
    return (
        facts.role in TEXT_ROLES or facts.role == "table cell" or "EditableText" in facts.interfaces or not facts.name
    )


def build_nodes(bus: Bus, found: Sequence[Facts], paths: Sequence[tuple[str, ...]], window: Box | None) -> list[Node]:
    """Whole nodes from facts, with a burst for each kind of detail. The index is left at 0."""
    references = [facts.reference for facts in found]
    texts = dict(
        zip(
            [f.reference for f in found if is_text(f)],
            ask_text(bus, [f.reference for f in found if is_text(f)]),
            strict=True,
        )
    )
    placed = [facts.reference for facts in found if "Component" in facts.interfaces]
    boxes = dict(zip(placed, ask_boxes(bus, placed, window), strict=True))
    acting = [facts.reference for facts in found if "Action" in facts.interfaces]
    answers = bus.ask_all([Call(*reference, ATSPI + "Action", "GetActions") for reference in acting])
    actions = {
        reference: tuple(read_actions(answer)) for reference, answer in zip(acting, answers, strict=True) if answer
    }
    inputs = [
        f.reference
        for f in found
        if f.role in TEXT_ROLES or f.role == PASSWORD_ROLE or (f.role in ("button", "check box"))
    ]
    labels = dict(zip(inputs, ask_labels(bus, inputs), strict=True))
    nodes = []
    for reference, facts, path in zip(references, found, paths, strict=True):
        label, identifier, _ = labels.get(reference, ("", "", ""))
        cell = ask_cell_place(bus, facts) if facts.role == "table cell" else None
        element = Element(
            facts.role,
            clean_name(facts.name) or label,
            path,
            0,
            identifier,
            cell[0] if cell else None,
            cell[1] if cell else None,
        )
        nodes.append(
            Node(
                make_ref(reference),
                element,
                texts.get(reference, ""),
                boxes.get(reference),
                read_state_bits(facts.bits),
                actions.get(reference, ()),
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
