/**
 * How long after its stamp a copy of a message of the first version could be taken for fresh, in milliseconds: the longest
 * life of a job, 24 hours, and four times what two clocks may differ by, a minute.
 */
const NEEDED_MS = (24 * 60 + 4) * 60 * 1000;

/**
 * Second version: what is remembered of brakes, of notices and of people. `message` is written anew and not altered, so
 * that its long columns stand last again; rows keep their order of arrival. `halted` had never been written to.
 */
export const STEP_2 = `
  CREATE TABLE message_2 (
    author       TEXT    NOT NULL,
    message_id   TEXT    NOT NULL,
    peer         TEXT    NOT NULL,
    direction    TEXT    NOT NULL,
    channel      TEXT    NOT NULL,
    act          TEXT    NOT NULL,
    job_id       TEXT    NOT NULL,
    origin       TEXT    NOT NULL,
    epoch        INTEGER NOT NULL,
    brief_hash   BLOB,
    room         TEXT,
    in_reply_to  TEXT,
    at           INTEGER NOT NULL,
    needed_until INTEGER NOT NULL,
    keep_until   INTEGER NOT NULL,
    started      INTEGER NOT NULL,
    body_hash    BLOB    NOT NULL,
    content      TEXT    NOT NULL,
    envelope     BLOB    NOT NULL,
    PRIMARY KEY (author, message_id)
  ) STRICT;
  INSERT INTO message_2 (rowid, author, message_id, peer, direction, channel, act, job_id, origin, epoch, brief_hash, room,
                         in_reply_to, at, needed_until, keep_until, started, body_hash, content, envelope)
    SELECT rowid, author, message_id, peer, direction, channel, act, job_id, '', 0, NULL, room,
           in_reply_to, at, min(keep_until, at + ${NEEDED_MS}), keep_until, started, body_hash, content, envelope
    FROM message ORDER BY rowid;
  DROP TABLE message;
  ALTER TABLE message_2 RENAME TO message;
  CREATE INDEX message_in_reply_to ON message (in_reply_to) WHERE in_reply_to IS NOT NULL;
  CREATE INDEX message_job ON message (job_id, brief_hash);
  CREATE INDEX message_room ON message (room, at) WHERE room IS NOT NULL;

  ALTER TABLE job ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;

  DROP TABLE halted;

  CREATE TABLE outcome (
    author     TEXT    NOT NULL,
    message_id TEXT    NOT NULL,
    peer       TEXT    NOT NULL,
    reason     TEXT    NOT NULL,
    retryable  INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    path       TEXT    NOT NULL,
    detail     TEXT    NOT NULL,
    PRIMARY KEY (author, message_id, peer)
  ) STRICT;

  CREATE TABLE refusal (
    at         INTEGER NOT NULL,
    direction  TEXT    NOT NULL,
    channel    TEXT    NOT NULL,
    peer       TEXT    NOT NULL,
    job_id     TEXT,
    message_id TEXT,
    brake      TEXT,
    reason     TEXT    NOT NULL,
    brief_hash BLOB,
    path       TEXT    NOT NULL,
    detail     TEXT    NOT NULL
  ) STRICT;

  CREATE TABLE notice (
    key    TEXT    PRIMARY KEY,
    sender TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    until  INTEGER NOT NULL,
    bytes  BLOB    NOT NULL
  ) STRICT;
  CREATE INDEX notice_at ON notice (at);

  CREATE TABLE escalation (
    id          TEXT    PRIMARY KEY,
    kind        TEXT    NOT NULL,
    state       TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    job_id      TEXT    NOT NULL,
    epoch       INTEGER NOT NULL,
    peer        TEXT    NOT NULL,
    reason      TEXT    NOT NULL,
    brief_hash  BLOB,
    count       INTEGER NOT NULL,
    resolved_at INTEGER,
    path        TEXT    NOT NULL,
    detail      TEXT    NOT NULL,
    resolution  TEXT,
    payload     TEXT
  ) STRICT;
  CREATE INDEX escalation_at ON escalation (at);
  CREATE INDEX escalation_open ON escalation (at) WHERE state = 'open';
  CREATE INDEX escalation_open_job ON escalation (job_id) WHERE state = 'open';
  CREATE INDEX escalation_open_peer ON escalation (peer) WHERE state = 'open';

  CREATE TABLE settlement (
    peer       TEXT    NOT NULL,
    message_id TEXT    NOT NULL,
    channel    TEXT    NOT NULL,
    until      INTEGER NOT NULL,
    settlement TEXT    NOT NULL,
    PRIMARY KEY (peer, message_id)
  ) STRICT;
  `;
