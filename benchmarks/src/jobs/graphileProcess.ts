import { Logger, makeWorkerUtils, run } from "graphile-worker"
import pg from "pg"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import { median } from "../harness/rounds.ts"

/** The same with graphile-worker, with the settings that its documentation recommends for throughput. */
export interface PeerTask {
  readonly url: string
  readonly count: number
  readonly singles: number
}

export interface PeerResult {
  readonly enqueue: number
  readonly drain: number
  readonly idleP50: number
  readonly idleP99: number
}

const { count, singles, url } = taskOf<PeerTask>()
const logger = new Logger(() => () => {})
const pgPool = new pg.Pool({ connectionString: url, max: 10 })
pgPool.on("error", () => {})
pgPool.on("connect", (client) => void client.on("error", () => {}))
const utils = await makeWorkerUtils({ pgPool, logger })
await utils.migrate()

const perCall = 5000
const enqueue = async (jobs: number) => {
  for (let from = 0; from < jobs; from += perCall) {
    const specs = Array.from({ length: Math.min(perCall, jobs - from) }, (_, n) => ({
      identifier: "noop",
      payload: { type: "noop_bulk", operation: "create", domain: { name: `name-${from + n}.example` } }
    }))
    await pgPool.query(
      `SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
        SELECT json_populate_record(NULL::graphile_worker.job_spec, spec) FROM json_array_elements($1::json) AS spec))`,
      [JSON.stringify(specs)]
    )
  }
}

let onRun = () => {}
const start = () =>
  run({
    pgPool,
    logger,
    noHandleSignals: true,
    taskList: { noop: () => onRun() },
    preset: {
      worker: {
        concurrentJobs: 24,
        maxPoolSize: 10,
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        localQueue: { size: 500 }
      }
    }
  })

const drain = async (jobs: number) => {
  let left = jobs
  const done = new Promise<void>((resolve) => {
    onRun = () => void (--left === 0 && resolve())
  })
  const started = performance.now()
  const runner = await start()
  await done
  await runner.stop()
  return performance.now() - started
}

await enqueue(Math.ceil(count / 10))
await drain(Math.ceil(count / 10))
const before = performance.now()
await enqueue(count)
const enqueueMillis = performance.now() - before
const drainMillis = await drain(count)

const waits: Array<number> = []
if (singles > 0) {
  const runner = await start()
  for (let n = 0; n < singles; n++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    const begun = new Promise<number>((resolve) => {
      const started = performance.now()
      onRun = () => resolve(performance.now() - started)
    })
    await utils.addJob("noop", {})
    waits.push(await begun)
  }
  await runner.stop()
}
const sorted = waits.slice(Math.floor(waits.length / 10)).toSorted((a, b) => a - b)

const result: PeerResult = {
  enqueue: count / (enqueueMillis / 1000),
  drain: count / (drainMillis / 1000),
  idleP50: median(sorted),
  idleP99: sorted[Math.floor(sorted.length * 0.99)] ?? 0
}
serveParent(result, async () => {
  await utils.release()
  await pgPool.end()
})
