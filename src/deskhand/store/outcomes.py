"""What the person made of runs, the tiers earned by it, and why runs were started."""

from collections.abc import Callable, Sequence

from deskhand.core.ids import RuleId, RunId
from deskhand.core.run import Decision, Outcome, Reaction, Tier
from deskhand.store.database import Database
from deskhand.store.encoding import decode, encode


class StoredOutcomes:
    """Reactions by run; `earned` is the rule of trust that turns them into a tier."""

    def __init__(self, database: Database, earned: Callable[[Sequence[Reaction]], Tier]) -> None:
        self._database = database
        self._earned = earned

    def react(self, run: RunId, rule: RuleId, reaction: Reaction, time: float) -> Tier:
        """Store a reaction and the tier that follows from it, in one transaction. A later reaction replaces an earlier.

        Of a run that was erased nothing is stored.
        """
        with self._database.transaction():
            self._database.run(
                "INSERT OR REPLACE INTO outcomes SELECT id, ?, ?, ?, '' FROM runs WHERE id = ?",
                (rule, time, reaction.value, run),
            )
            tier = self._earned(self.reactions(rule))
            self._database.run("UPDATE outcomes SET tier = ? WHERE run_id = ?", (tier.value, run))
        return tier

    def reactions(self, rule: RuleId) -> tuple[Reaction, ...]:
        """The reactions to a rule's runs, the oldest first."""
        rows = self._database.rows("SELECT reaction FROM outcomes WHERE rule_id = ? ORDER BY time, run_id", (rule,))
        return tuple(Reaction(str(reaction)) for (reaction,) in rows)

    def done(self, rule: RuleId) -> int:
        """How many runs of a rule were done, verified, and not taken back."""
        rows = self._database.rows(
            "SELECT count(*) FROM runs LEFT JOIN outcomes ON outcomes.run_id = runs.id "
            "WHERE runs.rule_id = ? AND outcome = ? AND coalesce(reaction, '') NOT IN (?, ?)",
            (rule, Outcome.DONE.value, Reaction.REJECTED.value, Reaction.UNDONE.value),
        )
        return int(rows[0][0] or 0)


class StoredDecisions:
    """Why something was started, or was not."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, decision: Decision) -> None:
        with self._database.transaction():
            self._database.run(
                "INSERT OR REPLACE INTO decisions VALUES (?, ?, ?)",
                (decision.id, decision.time, encode(Decision, decision)),
            )

    def find(self, decision_id: str) -> Decision | None:
        """One decision."""
        rows = self._database.rows("SELECT data FROM decisions WHERE id = ?", (decision_id,))
        return decode(Decision, rows[0][0]) if rows else None
