"""Rules, and the skills compiled from them with all their versions."""

from deskhand.core.ids import RuleId
from deskhand.core.skill import Rule, Skill
from deskhand.store.database import Database
from deskhand.store.encoding import decode, encode
from deskhand.store.erasure import is_forgotten, read_marks


class StoredRules:
    """What was learned."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, rule: Rule, skill: Skill) -> None:
        """Store a rule and a version of its skill, both or neither; not one that stands on what was erased meanwhile."""
        with self._database.transaction():
            if is_forgotten(read_marks(self._database), rule, skill):
                return
            self._database.run(
                "INSERT INTO rules VALUES (?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, data = excluded.data",
                (rule.id, rule.updated_at, encode(Rule, rule)),
            )
            self._database.run(
                "INSERT OR REPLACE INTO skills VALUES (?, ?, ?)", (rule.id, skill.version, encode(Skill, skill))
            )

    def all(self) -> tuple[tuple[Rule, Skill], ...]:
        """Every rule with the newest version of its skill, in order of their ids."""
        rows = self._database.rows(
            "SELECT r.data, s.data FROM rules r JOIN skills s ON s.rule_id = r.id "
            "WHERE s.version = (SELECT max(version) FROM skills WHERE rule_id = r.id) ORDER BY r.id"
        )
        return tuple((decode(Rule, rule), decode(Skill, skill)) for rule, skill in rows)

    def find(self, rule_id: RuleId) -> tuple[Rule, Skill] | None:
        """One rule and its skill."""
        return next((pair for pair in self.all() if pair[0].id == rule_id), None)
