import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"
import { code } from "../../jobs/JobCodes.ts"

export const jobs = Effect.gen(function*() {
  yield* batches
  yield* scheduling
  yield* records
  yield* indexes
})

const batches = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, instant, key, ordinal, updatedInPlace } = dialect(sql)

  yield* sql`CREATE TABLE job_batches (
    batch_no ${ordinal},
    batch_id ${key} NOT NULL UNIQUE,
    organization_id ${key} NOT NULL,
    label TEXT,
    submitted_by TEXT NOT NULL,
    traceparent TEXT,
    total INTEGER NOT NULL,
    created_on ${instant} NOT NULL,
    started_at ${instant},
    finished_at ${instant}
  )`
  yield* sql`CREATE INDEX job_batches_created ON job_batches (organization_id, created_on, batch_id)`
  yield* sql`CREATE INDEX job_batches_started ON job_batches (organization_id, started_at, batch_id)`
  yield* sql`CREATE INDEX job_batches_finished ON job_batches (organization_id, finished_at, batch_id)`
  yield* sql`CREATE INDEX job_batches_over ON job_batches (finished_at)`
  // Of the jobs that are paused or have ended. Queued and running ones are few and counted when somebody asks; the rest
  // of the total is blocked.
  yield* sql`CREATE TABLE job_batch_counts (
    batch_no INTEGER NOT NULL,
    state INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (batch_no, state, shard)
  ) ${byPrimaryKey} ${updatedInPlace}`
})

const scheduling = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean, byPrimaryKey, instant, key, neverReused, ordinal, true: yes } = dialect(sql)

  yield* sql.onDialectOrElse({
    pg: () => sql`CREATE SEQUENCE job_order`,
    orElse: () => sql`CREATE TABLE job_order (value INTEGER NOT NULL)`
  })
  yield* sql.onDialectOrElse({
    pg: () => Effect.void,
    orElse: () => sql`INSERT INTO job_order (value) VALUES (0)`
  })
  // A release of jobs locks the row of its topic. The organization is the one whose jobs were released last.
  yield* sql`CREATE TABLE job_topics (topic ${key} PRIMARY KEY, last_organization_id ${key} NOT NULL) ${byPrimaryKey}`
  // The jobs of a batch, or the system jobs of an organization, in one topic.
  yield* sql`CREATE TABLE job_queues (
    queue_no ${ordinal},
    topic ${key} NOT NULL,
    organization_id ${key} NOT NULL,
    batch_no INTEGER NOT NULL,
    size INTEGER NOT NULL,
    waiting ${boolean} NOT NULL,
    UNIQUE (batch_no, topic, organization_id)
  )`
  yield* sql`CREATE INDEX job_queues_waiting ON job_queues (topic, organization_id, size, queue_no)
    WHERE waiting = ${yes}`
  yield* sql`CREATE TABLE job_workers (worker_no ${neverReused}, seen_at ${instant} NOT NULL, process_id ${key})`
})

const records = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, boolean, changedOften, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE jobs (
    job_id ${key} PRIMARY KEY,
    batch_no INTEGER,
    organization_id ${key} NOT NULL,
    queue_no INTEGER NOT NULL,
    topic ${key} NOT NULL,
    kind ${key} NOT NULL,
    state SMALLINT NOT NULL,
    order_no ${bigint} NOT NULL,
    position ${bigint},
    ordering_key ${key},
    ordering_wait ${boolean} NOT NULL,
    time_wait ${boolean} NOT NULL,
    worker_no ${bigint},
    attempts SMALLINT NOT NULL,
    max_attempts SMALLINT NOT NULL,
    backoff TEXT,
    open_key ${key},
    idempotency_key ${key},
    command ${key},
    operation ${key},
    resource_key ${key},
    domain_name ${key},
    display TEXT,
    payload TEXT NOT NULL,
    result TEXT,
    error_class ${key},
    error_code ${key},
    error_message TEXT,
    error_details TEXT,
    created_on ${instant} NOT NULL,
    not_before ${instant},
    started_at ${instant},
    finished_at ${instant},
    paused_at ${instant}
  ) ${changedOften}`
})

const indexes = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { false: no, true: yes } = dialect(sql)

  // Queued and running jobs of a topic: at most its capacity, for any number of waiting jobs.
  yield* sql`CREATE INDEX jobs_window ON jobs (topic, state, position) WHERE state IN (1, 2)`
  yield* sql`CREATE INDEX jobs_ready ON jobs (queue_no, order_no)
    WHERE state = ${code.blocked} AND ordering_wait = ${no} AND time_wait = ${no}`
  yield* sql`CREATE INDEX jobs_not_before ON jobs (not_before) WHERE time_wait = ${yes}`
  // One open job of an ordering key does not wait for another one.
  yield* sql`CREATE UNIQUE INDEX jobs_ordering_heads ON jobs (organization_id, ordering_key)
    WHERE ordering_key IS NOT NULL AND ordering_wait = ${no} AND state < ${code.succeeded}`
  yield* sql`CREATE INDEX jobs_ordering_waiters ON jobs (organization_id, ordering_key, order_no) WHERE ordering_wait = ${yes}`
  yield* sql`CREATE UNIQUE INDEX jobs_open_key ON jobs (open_key) WHERE open_key IS NOT NULL`
  yield* sql`CREATE UNIQUE INDEX jobs_idempotency ON jobs (organization_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL`
  yield* sql`CREATE INDEX jobs_of_batch ON jobs (batch_no, state, job_id) WHERE batch_no IS NOT NULL`
  yield* sql`CREATE INDEX jobs_ended_alone ON jobs (finished_at) WHERE batch_no IS NULL AND state >= ${code.succeeded}`
})
