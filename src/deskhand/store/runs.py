"""Runs and their journal: durable when a method returns."""

from deskhand.contracts.clock import Clock
from deskhand.contracts.journal import Journal
from deskhand.core.errors import BadInput
from deskhand.core.ids import ActionId, RunId
from deskhand.core.run import (
    ActionRecord,
    Outcome,
    Receipt,
    Restoration,
    Run,
    Truth,
    UndoEntry,
    Verdict,
)
from deskhand.store.database import Database
from deskhand.store.encoding import decode, encode

CRASHED = "Deskhand ended, or lost its data file, in the middle of it; what was under way may or may not have happened"


class StoredJournal(Journal):
    """Fulfils `contracts.journal.Journal`, and reads runs back."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._begun: tuple[float, float] | None = None

    def _now(self) -> float:
        """Seconds since 1970; in a run they go on from its start, whoever sets the clock meanwhile."""
        if self._begun is None:
            return self._clock.wall()
        wall, monotonic = self._begun
        return wall + self._clock.monotonic() - monotonic

    def begin(self, run: Run) -> None:
        with self._database.transaction():
            self._database.run(
                "INSERT INTO runs (id, started_at, rule_id, data) VALUES (?, ?, ?, ?)",
                (run.id, run.started_at, run.rule_id, encode(Run, run)),
            )
        self._begun = run.started_at, self._clock.monotonic()

    def intend(self, record: ActionRecord) -> None:
        with self._database.transaction():
            number = self._database.rows("SELECT count(*) FROM actions WHERE run_id = ?", (record.run_id,))[0][0]
            undo = encode(UndoEntry, record.undo) if record.undo is not None else None
            self._database.run(
                "INSERT INTO actions (id, run_id, number, data, undo) VALUES (?, ?, ?, ?, ?)",
                (record.id, record.run_id, number, encode(ActionRecord, record), undo),
            )

    def dispatched(self, action: ActionId, receipt: Receipt) -> None:
        with self._database.transaction():
            self._database.run("UPDATE actions SET receipt = ? WHERE id = ?", (encode(Receipt, receipt), action))

    def settle(self, action: ActionId, verdict: Verdict, undo: UndoEntry | None) -> None:
        with self._database.transaction():
            text = encode(UndoEntry, undo) if undo is not None else None
            self._database.run(
                "UPDATE actions SET verdict = ?, undo = ?, settled_at = ? WHERE id = ?",
                (encode(Verdict, verdict), text, self._now(), action),
            )

    def finish(self, run: RunId, outcome: Outcome, summary: str) -> None:
        with self._database.transaction():
            self._database.run(
                "UPDATE runs SET ended_at = ?, outcome = ?, summary = ? WHERE id = ?",
                (self._now(), outcome.value, summary, run),
            )
        self._begun = None

    def restored(self, run: RunId, restorations: tuple[Restoration, ...]) -> None:
        with self._database.transaction():
            for restoration in restorations:
                self._database.run(
                    "INSERT OR REPLACE INTO restorations SELECT ?, ?, count(*), ? FROM restorations WHERE run_id = ?",
                    (restoration.action_id, run, encode(Restoration, restoration), run),
                )

    def actions(self, run: RunId) -> tuple[ActionRecord, ...]:
        rows = self._database.rows(
            "SELECT data, receipt, verdict, undo, settled_at FROM actions WHERE run_id = ? ORDER BY number", (run,)
        )
        records = []
        for data, receipt, verdict, undo, settled_at in rows:
            record = decode(ActionRecord, data)
            records.append(
                ActionRecord(
                    record.id,
                    record.run_id,
                    record.step,
                    record.action,
                    record.expect,
                    record.review,
                    record.intended_at,
                    decode(Receipt, receipt) if receipt else None,
                    decode(Verdict, verdict) if verdict else None,
                    decode(UndoEntry, undo) if undo else None,
                    float(settled_at) if settled_at is not None else None,
                )
            )
        return tuple(records)

    def restorations(self, run: RunId) -> tuple[Restoration, ...]:
        rows = self._database.rows("SELECT data FROM restorations WHERE run_id = ? ORDER BY number", (run,))
        return tuple(decode(Restoration, data) for (data,) in rows)

    def runs(self, limit: int = 50) -> tuple[Run, ...]:
        """The last runs, the newest first."""
        rows = self._database.rows(
            "SELECT data, ended_at, outcome, summary FROM runs ORDER BY rowid DESC LIMIT ?", (limit,)
        )
        return tuple(read_run(*row) for row in rows)

    def find(self, name: str) -> Run:
        """The run of an id, of the only id that begins so, or the "last" one. `BadInput` when there is none."""
        if name == "last":
            latest = self.runs(1)
            if not latest:
                raise BadInput("nothing was done yet, so there is no last run")
            return latest[0]
        rows = self._database.rows(
            "SELECT data, ended_at, outcome, summary FROM runs WHERE substr(id, 1, ?) = ? LIMIT 2", (len(name), name)
        )
        if len(rows) != 1:
            many = "several runs begin" if rows else "there is no run that begins"
            raise BadInput(f"{many} with {name!r}; 'deskhand runs' lists them")
        return read_run(*rows[0])

    def recover(self) -> int:
        """Settle what a crash left open: unknown, and never sent again. How many runs that were."""
        self._begun = None
        verdict = encode(Verdict, Verdict(Truth.UNKNOWN, (), CRASHED))
        with self._database.transaction():
            self._database.run(
                "UPDATE actions SET verdict = ?, settled_at = ? WHERE verdict IS NULL", (verdict, self._clock.wall())
            )
            return self._database.run(
                "UPDATE runs SET ended_at = max(started_at, ?), outcome = ?, summary = ? WHERE ended_at IS NULL",
                (self._clock.wall(), Outcome.UNKNOWN.value, CRASHED),
            )


def read_run(data: object, ended_at: object, outcome: object, summary: object) -> Run:
    """A run with how it ended."""
    run = decode(Run, data)
    return Run(
        run.id, run.cause, run.started_at, run.tier, run.skill_id, run.skill_version, run.rule_id, run.decision_id,
        float(str(ended_at)) if ended_at is not None else None,
        Outcome(str(outcome)) if outcome is not None else None,
        str(summary),
    )  # fmt: skip
