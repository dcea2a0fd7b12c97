import { PgBoss } from "pg-boss"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { PeerResult, PeerTask } from "./graphileProcess.ts"

/** The same with pg-boss: jobs are sent and fetched in large groups, over several connections. */
const { count, url } = taskOf<PeerTask>()
const boss = new PgBoss({ connectionString: url, max: 10, supervise: false, schedule: false })
await boss.start()
await boss.createQueue("noop")

const perCall = 5000
const enqueue = async (jobs: number) => {
  for (let from = 0; from < jobs; from += perCall) {
    await boss.insert(
      "noop",
      Array.from({ length: Math.min(perCall, jobs - from) }, (_, n) => ({
        data: { type: "noop_bulk", operation: "create", domain: { name: `name-${from + n}.example` } }
      }))
    )
  }
}

const fetchers = 4
const drain = async () => {
  const started = performance.now()
  await Promise.all(Array.from({ length: fetchers }, async () => {
    for (;;) {
      const jobs = await boss.fetch("noop", { batchSize: 1000 })
      if (jobs.length === 0) return
      await boss.complete("noop", jobs.map(({ id }) => id))
    }
  }))
  return performance.now() - started
}

await enqueue(Math.ceil(count / 10))
await drain()
const before = performance.now()
await enqueue(count)
const enqueueMillis = performance.now() - before
const drainMillis = await drain()

const result: PeerResult = {
  enqueue: count / (enqueueMillis / 1000),
  drain: count / (drainMillis / 1000),
  idleP50: 0,
  idleP99: 0
}
serveParent(result, () => boss.stop({ graceful: false }))
