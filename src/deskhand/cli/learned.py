"""`deskhand learned`: what was learned, why, and from how many observations."""

from collections.abc import Mapping
from pathlib import Path

import click

from deskhand.cli.options import database_option, json_option, print_json, settings_for
from deskhand.core.skill import Rule, Skill
from deskhand.learn.rules import describe_source
from deskhand.learn.trust import earned, is_staged
from deskhand.store.database import Database
from deskhand.store.outcomes import StoredOutcomes
from deskhand.store.rules import StoredRules


def describe(rule: Rule, skill: Skill, outcomes: StoredOutcomes) -> Mapping[str, object]:
    """A rule as plain fields."""
    reactions = outcomes.reactions(rule.id)
    return {
        "rule": rule.id,
        "name": rule.name,
        "category": rule.category.value,
        "when": rule.when,
        "then": rule.then,
        "observations": len(rule.instances),
        "evidence": list(rule.evidence),
        "confidence": round(rule.confidence, 3),
        "tier": "staged" if is_staged(reactions) else earned(reactions).value,
        "version": skill.version,
        "steps": [step.action.describe() for step in skill.steps],
        "parameters": [
            {"name": slot.name, "source": describe_source(slot.source)}
            for step in skill.steps
            for slot in step.slots
            if slot.field.startswith("action.")
        ],
        "checks": sum(len(step.expect) for step in skill.steps),
    }


@click.command()
@database_option
@json_option
def learned(database: Path | None, as_json: bool) -> int:
    """List what was learned, why, and from how many observations."""
    with Database.open(settings_for(database).database) as opened:
        outcomes = StoredOutcomes(opened, earned)
        found = [describe(rule, skill, outcomes) for rule, skill in StoredRules(opened).all()]
    if as_json:
        print_json({"rules": found})
        return 0
    if not found:
        click.echo("Nothing was learned yet: do something three times while 'deskhand watch' runs.")
    for rule in found:
        click.echo(f"{rule['name']}  [{rule['category']}, {rule['tier']}]")
        click.echo(f"  when {rule['when']}\n  then {rule['then']}")
        click.echo(f"  seen {rule['observations']} times, confidence {rule['confidence']:.0%}, {rule['rule']}")
        parameters = rule["parameters"]
        for parameter in parameters if isinstance(parameters, list) else []:
            click.echo(f"    {parameter['name']}: {parameter['source']}")
    return 0
