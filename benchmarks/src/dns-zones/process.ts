import { zonesAlone } from "@namewright/conformance"
import { type ZoneFilter, Zones, type ZoneSortField } from "@namewright/core/dns"
import { CurrentActor, type Sort } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"
import { median, quantile } from "../harness/rounds.ts"
import { storageOf } from "../harness/storageOf.ts"
import { traceStatements } from "../harness/traceStatements.ts"
import { caller, fill, type Hosting, largeZone, nameOf, otherCaller, smallZone, tag } from "./hosting.ts"

export interface DnsZonesTask {
  readonly storage: Storage
  readonly hosting: Hosting
  readonly rounds: number
}

/** Duration of a complete call: its statements, the commit, and the CPU work of the process. */
export interface Timed {
  readonly name: string
  /** 95th percentile, in milliseconds. */
  readonly p95: number
  readonly median: number
  readonly statements: number
}

export interface DnsZonesResult {
  readonly fillSeconds: number
  readonly lists: ReadonlyArray<Timed>
  readonly get: Timed
  readonly patch: Timed
  readonly upsert: Timed
  /** Milliseconds for one RRset of the small zone, and of the large zone. */
  readonly smallMedian: number
  readonly largeMedian: number
}

/** Measures different calls, after some warm-ups. */
const timed = Effect.fnUntraced(function*<E, R>(
  name: string,
  times: number,
  call: (index: number) => Effect.Effect<unknown, E, R>
) {
  const warmUp = Math.min(20, times)
  const millis: Array<number> = []
  let count = 0
  for (let index = 0; index < times + warmUp; index++) {
    const started = performance.now()
    const { statements } = yield* traceStatements(call(index))
    if (index < warmUp) continue
    millis.push(performance.now() - started)
    count = statements.length
  }
  const result: Timed = { name, p95: quantile(millis, 0.95), median: median(millis), statements: count }
  return result
})

const filters: Readonly<Record<string, ZoneFilter>> = {
  "none": {},
  "name": { name: nameOf(4711) },
  "search, many": { search: "name1" },
  "search, few": { search: "name471" },
  "suffix, half": { suffix: "com" },
  "suffix, few": { suffix: "se" },
  "signed": { dnssec_status: "enabled" },
  "tag": { tag_ids: [tag] }
}

const sorts: ReadonlyArray<Sort<ZoneSortField>> = [
  { by: "created_on", order: "desc" },
  { by: "name", order: "asc" },
  { by: "updated_on", order: "desc" },
  { by: "dnssec_status", order: "asc" }
]

const page_size = 50

const askLists = Effect.fnUntraced(function*(rounds: number) {
  const { list } = yield* Zones
  const questions = Object.entries(filters).flatMap(([name, filter]) =>
    sorts.map((sort) => ({ name: `${name} by ${sort.by}`, filter, sort }))
  )
  return yield* Effect.forEach(
    questions,
    Effect.fnUntraced(function*({ filter, name, sort }) {
      const { total } = yield* list(filter, sort, { page: 1, page_size }, [])
      const middle = Math.max(1, Math.ceil(total / page_size / 2))
      return [
        yield* timed(`${name}, first page`, rounds, () => list(filter, sort, { page: 1, page_size }, [])),
        yield* timed(`${name}, middle page`, rounds, () => list(filter, sort, { page: middle, page_size }, []))
      ]
    })
  )
})

/** Replaces an RRset in the small and the large zone in turn, so that the load of the machine affects both alike. */
const sizes = Effect.fnUntraced(function*<E, R>(
  times: number,
  replace: (zone: string, name: string, index: number) => Effect.Effect<unknown, E, R>,
  hosting: Hosting
) {
  const small: Array<number> = []
  const large: Array<number> = []
  const turn = Effect.fnUntraced(function*(into: Array<number>, zone: string, name: string, index: number) {
    const started = performance.now()
    yield* replace(zone, name, index)
    into.push(performance.now() - started)
  })
  for (let index = 0; index < times; index++) {
    yield* turn(small, smallZone(hosting), `host${1 + index % hosting.smallZoneRrsets}`, index)
    yield* turn(large, largeZone(hosting), `host${1 + (index * 31) % hosting.largeZoneRrsets}`, index)
  }
  return { smallMedian: median(small), largeMedian: median(large) }
}, Effect.provideService(CurrentActor, otherCaller))

const task = taskOf<DnsZonesTask>()

const measure = Effect.gen(function*() {
  const { hosting, rounds } = task
  const started = performance.now()
  yield* fill(hosting)
  const fillSeconds = (performance.now() - started) / 1000
  const { get, patchRecords, patchRrsets } = yield* Zones
  /** A different zone each time, spread over the table. */
  const some = (index: number) => nameOf(1 + (index * 7919) % hosting.zones)
  const replace = (zone: string, name: string, index: number) =>
    patchRrsets(zone, {
      ops: [{
        op: "upsert",
        rrset: { name, type: "A", ttl: 300, records: [{ rdata: `198.51.100.${index % 256}` }] }
      }]
    })
  const many = rounds * 4
  const result: DnsZonesResult = {
    fillSeconds,
    lists: (yield* askLists(rounds)).flat(),
    get: yield* timed("get", many, (index) => get(some(index), [])),
    patch: yield* timed("patch of one RRset", many, (index) => replace(some(index), "api", index)),
    upsert: yield* timed("upsert of one record", many, (index) =>
      patchRecords(some(index), {
        ops: [{ op: "upsert", record: { name: "_acme-challenge", type: "TXT", ttl: 60, rdata: `token ${index}` } }]
      })),
    ...(yield* sizes(many, replace, hosting))
  }
  return result
})

const storage = storageOf(task.storage)

serveParent(
  await Effect.runPromise(
    Effect.provideService(Effect.provide(measure, Layer.provideMerge(zonesAlone, storage)), CurrentActor, caller)
  )
)
