"""The shape of the data file: numbered steps, only ever added to. The file's `user_version` counts those it has."""

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE events (id TEXT PRIMARY KEY, time REAL NOT NULL, kind TEXT NOT NULL, app TEXT NOT NULL, data TEXT NOT NULL);
    CREATE INDEX events_by_time ON events (time);
    CREATE TABLE sessions (id TEXT PRIMARY KEY, started_at REAL NOT NULL, ended_at REAL NOT NULL, data TEXT NOT NULL);
    CREATE INDEX sessions_by_end ON sessions (ended_at);
    CREATE TABLE rules (id TEXT PRIMARY KEY, updated_at REAL NOT NULL, data TEXT NOT NULL);
    CREATE TABLE skills (
        rule_id TEXT NOT NULL REFERENCES rules (id), version INTEGER NOT NULL, data TEXT NOT NULL,
        PRIMARY KEY (rule_id, version)
    );
    CREATE TABLE decisions (id TEXT PRIMARY KEY, time REAL NOT NULL, data TEXT NOT NULL);
    CREATE TABLE runs (
        id TEXT PRIMARY KEY, started_at REAL NOT NULL, ended_at REAL, outcome TEXT, summary TEXT NOT NULL DEFAULT '',
        rule_id TEXT, data TEXT NOT NULL
    );
    CREATE INDEX runs_by_rule ON runs (rule_id);
    CREATE TABLE actions (
        id TEXT PRIMARY KEY, run_id TEXT NOT NULL REFERENCES runs (id), number INTEGER NOT NULL, data TEXT NOT NULL,
        receipt TEXT, verdict TEXT, undo TEXT, settled_at REAL
    );
    CREATE INDEX actions_by_run ON actions (run_id, number);
    CREATE TABLE restorations (
        action_id TEXT NOT NULL REFERENCES actions (id), run_id TEXT NOT NULL, number INTEGER NOT NULL, data TEXT NOT NULL,
        PRIMARY KEY (action_id)
    );
    CREATE TABLE outcomes (
        run_id TEXT PRIMARY KEY REFERENCES runs (id), rule_id TEXT NOT NULL, time REAL NOT NULL, reaction TEXT NOT NULL,
        tier TEXT NOT NULL
    );
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, time REAL NOT NULL);
    """,
)
