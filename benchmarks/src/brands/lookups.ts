import { ServedHostLookup } from "@namewright/core/branding"
import { layerPlatform } from "@namewright/core/embed"
import { Effect, Option } from "effect"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"
import { storageOf } from "../harness/storageOf.ts"
import { brandHosts, brandSettings } from "./brandSettings.ts"

export interface LookupTask {
  readonly storage: Storage
  readonly brands: number
}

export interface LookupResult {
  /** Microseconds of CPU of the look-up of a host that the process has cached, and of another. */
  readonly cached: number
  readonly missed: number
  /** Bytes of the heap per brand whose two hosts are cached. */
  readonly bytes: number
}

/** Hosts that are looked up again while their cache entries are valid. */
const hot = 1000
const repetitions = 50

const { brands, storage } = taskOf<LookupTask>()

/** Bytes of the heap that are in use. */
const heap = (): number => {
  // `--expose-gc`
  for (let round = 0; round < 3; round++) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const hosts = Array.from({ length: brands }, (_, number) => brandHosts(number)).flatMap(({ app, auth }) => [app, auth])

const lookups = Effect.gen(function*() {
  const branded = yield* ServedHostLookup
  /** Microseconds of CPU per look-up. */
  const find = Effect.fnUntraced(function*(names: ReadonlyArray<string>) {
    const started = process.cpuUsage()
    for (const name of names) {
      if (Option.isNone(yield* branded.find(name))) yield* Effect.die(new Error(`${name} is not found`))
    }
    const { system, user } = process.cpuUsage(started)
    return (system + user) / names.length
  })
  // Compiles the code. These hosts are the oldest entries of the cache later.
  yield* find(hosts.slice(0, hot))
  const before = heap()
  const rest = hosts.slice(hot)
  const missed = yield* find(rest)
  const bytes = (heap() - before) / rest.length * 2
  const again = Array.from({ length: repetitions }, () => rest.slice(-hot)).flat()
  yield* find(rest.slice(-hot))
  const result: LookupResult = { missed, bytes, cached: yield* find(again) }
  return result
})

serveParent(
  await Effect.runPromise(
    Effect.provide(lookups, layerPlatform({ ...brandSettings, storage: storageOf(storage), loggers: [] }))
  )
)
