"""Settings: the only reader of the environment and of the settings file.

`config.toml` in the configuration folder (XDG) may hold:

    exclude_apps = ["signal"]       # programs of which nothing is kept, beside the password managers
    exclude_sites = ["bank.example"]
    tier = "autonomous"             # the highest tier any rule may have: shadow, supervised, autonomous
    undo_seconds = 60               # how long a notice offers Undo
    keep_phones = true              # keep phone numbers, so that routines with them can be learned
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from platformdirs import PlatformDirs

from deskhand.core.errors import BadInput
from deskhand.core.run import Tier

FILE = "config.toml"
KEYS = frozenset({"exclude_apps", "exclude_sites", "tier", "undo_seconds", "keep_phones"})


MEND = "mend it or move it away: nothing is recorded without knowing what is excluded"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person may choose; `data` is the folder that holds everything Deskhand keeps."""

    data: Path
    database: Path
    exclude_apps: tuple[str, ...] = ()
    exclude_sites: tuple[str, ...] = ()
    cap: Tier = Tier.AUTONOMOUS
    undo_seconds: float = 60.0
    keep_phones: bool = False

    @property
    def traces(self) -> Path:
        return self.database.parent / "traces"

    @property
    def backups(self) -> Path:
        return self.database.parent / "backups"


def load_settings(environ: Mapping[str, str], database: Path | None = None) -> Settings:
    """The settings; `database` overrides where the data file is. `BadInput` names the setting that makes no sense."""
    folders = PlatformDirs("deskhand", appauthor=False)
    data = Path(environ.get("DESKHAND_DATA_HOME") or folders.user_data_dir)
    file = Path(environ.get("DESKHAND_CONFIG") or Path(folders.user_config_dir) / FILE)
    if environ.get("DESKHAND_CONFIG") and not file.exists():
        raise BadInput(f"DESKHAND_CONFIG names the settings file {file}, which is not there")
    chosen = read_file(file)
    path = (database or data / "deskhand.db").expanduser().absolute()
    return Settings(
        path.parent,
        path,
        read_names(chosen, "exclude_apps", file),
        read_names(chosen, "exclude_sites", file),
        read_tier(chosen, file),
        read_seconds(chosen, file),
        read_switch(chosen, "keep_phones", file),
    )


def read_file(file: Path) -> Mapping[str, object]:
    """The settings file as it is; empty when there is none."""
    try:
        data = file.read_bytes()
        chosen = tomllib.loads(data.decode("utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadInput(f"the settings file {file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(f"the settings file {file} is no text in UTF-8 at line {line}; {MEND}") from None
    except tomllib.TOMLDecodeError as error:
        end = f"at the end, line {len(data.splitlines())}"
        why = str(error).replace("at end of document", end)
        raise BadInput(f"the settings file {file} cannot be understood: {why}; {MEND}") from None
    unknown = sorted(set(chosen) - KEYS)
    if unknown:
        raise BadInput(
            f"{place_of(unknown[0], file)} is an unknown setting {unknown[0]!r}; known are {', '.join(sorted(KEYS))}"
        )
    return chosen


def place_of(key: str, file: Path) -> str:
    """Where a setting stands, for people."""
    lines = file.read_text("utf-8").splitlines()
    number = next((n for n, line in enumerate(lines, 1) if line.split("=")[0].strip().strip("\"'") == key), 1)
    return f"line {number} of {file}"


def read_names(chosen: Mapping[str, object], key: str, file: Path) -> tuple[str, ...]:
    value = chosen.get(key, [])
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise BadInput(f"{place_of(key, file)}: {key} must be a list of names")
    return tuple(str(name) for name in value)


def read_tier(chosen: Mapping[str, object], file: Path) -> Tier:
    value = chosen.get("tier", Tier.AUTONOMOUS.value)
    try:
        return Tier(str(value))
    except ValueError:
        raise BadInput(
            f"{place_of('tier', file)}: tier must be one of {', '.join(tier.value for tier in Tier)}"
        ) from None


def read_seconds(chosen: Mapping[str, object], file: Path) -> float:
    value = chosen.get("undo_seconds", 60.0)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 1 <= value <= 86400:
        raise BadInput(f"{place_of('undo_seconds', file)}: undo_seconds must be a number from 1 to 86400")
    return float(value)


def read_switch(chosen: Mapping[str, object], key: str, file: Path) -> bool:
    value = chosen.get(key, False)
    if not isinstance(value, bool):
        raise BadInput(f"{key} in {file} must be true or false")
    return value
