"""Hands that never miss: what is typed and clicked arrives, and nothing stays down."""

from bench.scorecard.hands.clicks import measure_clicks
from bench.scorecard.hands.harness import measure_harness
from bench.scorecard.hands.layouts import measure_layouts
from bench.scorecard.hands.stops import measure_stops
from bench.scorecard.hands.takeover import measure_takeover
from bench.scorecard.row import Row

ROWS = [
    Row(
        "H1",
        "texts and chords arrive exactly in real programs, or are refused before anything is typed",
        "16 layouts with locks and groups, 4 programs: every case right",
        measure_layouts,
    ),
    Row(
        "H2",
        "clicks on elements that were read land on them at every scale and arrangement of displays",
        "1,000 clicks over 12 toolkits and scales and 3 arrangements: 0 elsewhere",
        measure_clicks,
    ),
    Row(
        "H3",
        "an independent harness for computer-use input (cua-auto-harness) passes on our pointer and keyboard",
        "every entry that the contract can express passes, or its exception is explained",
        measure_harness,
    ),
    Row(
        "U6",
        "the person's own key, button, wheel or mouse stops a run at once",
        "100 random moments: none of our input later than 100 ms, every run stopped, nothing left down",
        measure_takeover,
    ),
    Row(
        "U7",
        "nothing stays held down after any end",
        "500 stops over every kind of act, 100 of them SIGKILL: 0 keys or buttons down, locks and lent keys put back",
        measure_stops,
    ),
]
