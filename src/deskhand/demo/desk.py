"""The programs of the demo on a private desktop, with settings that keep first-run windows away."""

import os
import zipfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from deskhand.demo.person import Person
from deskhand.platforms.x11.desktop import PrivateDesktop

OFFICE_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="FirstRun"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Office"><prop oor:name="LastCompatibilityCheckID"><value>demo</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion"><value>7.4</value></prop></item>
<item oor:path="/org.openoffice.Setup/Office/Factories/org.openoffice.Setup:Factory['com.sun.star.sheet.SpreadsheetDocument']">
<prop oor:name="ooSetupFactoryWindowAttributes"><value>20,40,700,450;1;,,,;</value></prop></item>
</oor:items>
"""
BROWSER_FLAGS = (
    "--no-first-run", "--no-default-browser-check", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-quic", "--password-store=basic", "--disable-features=Translate,MediaRouter",
)  # fmt: skip
CONTENT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 office:version="1.2"><office:body><office:spreadsheet><table:table table:name="{name}">{rows}</table:table>
</office:spreadsheet></office:body></office:document-content>"""
MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2">
<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>"""


class Desk:
    """A private desktop with a person at it."""

    def __init__(self, desktop: PrivateDesktop) -> None:
        self.desktop = desktop
        self.person = Person(desktop.env)
        self.documents = desktop.home / "Documents"

    def close(self) -> None:
        self.person.close()

    def open_sheet(self, file: Path) -> None:
        """LibreOffice Calc with a spreadsheet."""
        profile = self.desktop.home / ".config/office"
        (profile / "user").mkdir(parents=True, exist_ok=True)
        (profile / "user/registrymodifications.xcu").write_text(OFFICE_SETTINGS)
        self.desktop.spawn(
            ["soffice", f"-env:UserInstallation=file://{profile}", "--calc", "--norestore", "--nologo", str(file)]
        )

    def open_browser(self, url: str, *flags: str) -> None:
        """Chromium with one page in a window of its own."""
        sandbox = ["--no-sandbox", "--test-type"] if os.geteuid() == 0 else []  # root has no user namespace to hide in
        profile = f"--user-data-dir={self.desktop.home / '.config/browser'}"
        self.desktop.spawn(["chromium", *sandbox, *BROWSER_FLAGS, *flags, profile, f"--app={url}"])

    def open(self, program: str, *arguments: str) -> None:
        """Another program."""
        self.desktop.spawn([program, *arguments])


def write_sheet(file: Path, name: str, rows: Sequence[Sequence[str]]) -> None:
    """A minimal OpenDocument spreadsheet of texts and numbers."""
    cells = "".join(f"<table:table-row>{''.join(map(build_cell, row))}</table:table-row>" for row in rows)
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        archive.writestr("content.xml", CONTENT.format(name=escape(name), rows=cells))
        archive.writestr("META-INF/manifest.xml", MANIFEST)


def build_cell(text: str) -> str:
    """One cell."""
    written = f"<text:p>{escape(text)}</text:p>"
    try:
        float(text)
    except ValueError:
        return f'<table:table-cell office:value-type="string">{written}</table:table-cell>'
    return f'<table:table-cell office:value-type="float" office:value="{text}">{written}</table:table-cell>'
