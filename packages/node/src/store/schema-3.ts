/**
 * Third version: what agents use, what the circuit breaker and the monitor did, and small pieces of state. An escalation may
 * be of two more kinds, and that of a breaker is of no job (`job_id` is empty): its table stays as it is.
 *
 * `usage` is kept in the order of its key: sums since a day read what they sum, and nothing else. Upserts dirty the page
 * of today's rows. `job` alone has an index besides.
 */
export const STEP_3 = `
  CREATE TABLE usage (
    day            TEXT    NOT NULL,
    job_id         TEXT    NOT NULL,
    agent          TEXT    NOT NULL,
    model          TEXT    NOT NULL,
    input_tokens   INTEGER NOT NULL,
    output_tokens  INTEGER NOT NULL,
    cached_tokens  INTEGER NOT NULL,
    cost_micro_usd INTEGER NOT NULL,
    PRIMARY KEY (day, job_id, agent, model)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_job ON usage (job_id, day);

  CREATE TABLE spend (
    peer                TEXT    PRIMARY KEY,
    tokens              INTEGER NOT NULL,
    cost_micro_usd      INTEGER NOT NULL,
    base_tokens         INTEGER NOT NULL,
    base_cost_micro_usd INTEGER NOT NULL,
    at                  INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE state (key TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE breaker_change (
    at         INTEGER NOT NULL,
    from_level TEXT    NOT NULL,
    to_level   TEXT    NOT NULL,
    action     TEXT    NOT NULL,
    reason     TEXT    NOT NULL
  ) STRICT;

  CREATE TABLE intervention (
    job_id  TEXT    NOT NULL,
    epoch   INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    seen_by TEXT    NOT NULL,
    kind    TEXT    NOT NULL,
    action  TEXT    NOT NULL,
    path    TEXT    NOT NULL,
    detail  TEXT    NOT NULL,
    ticks   TEXT
  ) STRICT;
  CREATE INDEX intervention_job ON intervention (job_id);
  `;
