"""Addresses are taken apart whatever they look like."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskhand.core.address import split_address


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("https://www.Bank.example/accounts?x=1#y", ("https", "www.bank.example", "/accounts")),
        ("https://ada:pw@h.example:8080/x", ("https", "h.example", "/x")),
        ("https://[password]@h.example/x", ("https", "h.example", "/x")),
        ("https://[card].example/x", ("https", "[card].example", "/x")),
        ("http://[::1]:80/x", ("http", "::1", "/x")),
        ("http://[x", ("http", "[x", "")),
        ("file:///home/ada/a.txt", ("file", "", "/home/ada/a.txt")),
        ("mailto:ada@h.example", ("mailto", "", "ada@h.example")),
        ("/home/ada", ("", "", "/home/ada")),
        ("", ("", "", "")),
    ],
)
def test_an_address_has_its_parts(text: str, parts: tuple[str, str, str]) -> None:
    assert split_address(text) == parts


@given(st.text(alphabet="htp:/[]@?#.a1 ", max_size=30))
def test_no_text_breaks_it(text: str) -> None:
    split_address(text)
