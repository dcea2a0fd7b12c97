import { PublishedZones } from "@namewright/core/dns"
import { Cause, Clock, Effect, FiberSet, Option, type Scope, Semaphore } from "effect"
import { zoneImage } from "../image/ZoneImage.ts"
import * as WireName from "../message/WireName.ts"
import { SignatureCache } from "../signing/SignatureCache.ts"
import { zoneSignatures } from "../signing/ZoneSignatures.ts"
import type { ServedZones } from "./ServedZones.ts"

/** Loads the images of published zones into memory. */
export interface ZoneLoader {
  /** Loads a zone, or loads it again. Returns the problem, or null. */
  readonly load: (apex: WireName.WireName) => Effect.Effect<string | null>
  /**
   * Loads a zone for a query, and calls `resume` afterwards, whether it succeeded or not. Returns false without a call
   * if too many queries wait already.
   */
  readonly whenLoaded: (apex: WireName.WireName, resume: (isLoaded: boolean) => void) => boolean
}

/** Zones that are loaded concurrently. */
const concurrency = 8

/** Queries of the whole server that wait for a zone. */
const maximumWaiting = 4096

/** Attempts to read a published version. A load that began before the publication may end after it and read the version before. */
const tries = 3

export const makeZoneLoader = Effect.fnUntraced(function*(
  zones: ServedZones
): Effect.fn.Return<ZoneLoader, never, PublishedZones | Scope.Scope> {
  const published = yield* PublishedZones
  const clock = yield* Clock.Clock
  const run = yield* FiberSet.makeRuntime()
  const turns = yield* Semaphore.make(concurrency)
  const cache = new SignatureCache()
  const context = { cache, now: () => Math.floor(clock.currentTimeMillisUnsafe() / 1000) }
  const waiting = new Map<WireName.WireName, Array<(isLoaded: boolean) => void>>()
  let waiters = 0

  const loadOnce = Effect.fnUntraced(function*(apex: WireName.WireName) {
    const zone = yield* published.get(WireName.toDnsName(apex))
    if (Option.isNone(zone)) {
      zones.remove(apex)
      return true
    }
    const image = zoneImage(zone.value, (signed) => zoneSignatures(signed, context))
    zones.serve(image)
    return image.serial >= (zones.serial(apex) ?? 0)
  })

  const load = Effect.fnUntraced(function*(apex: WireName.WireName) {
    for (let count = 0; count < tries; count++) {
      if (yield* turns.withPermits(1)(loadOnce(apex))) return null
    }
    return "the version that was read is older than the published one"
  }, (loading, apex) =>
    Effect.catchCause(loading, (cause) =>
      Effect.as(
        Effect.logError(`The zone ${WireName.toDnsName(apex)} cannot be loaded`, cause),
        `cannot be loaded: ${String(Cause.squash(cause))}`
      )))

  const loadForWaiting = (apex: WireName.WireName) =>
    Effect.map(load(apex), () => {
      const resumes = waiting.get(apex) ?? []
      waiting.delete(apex)
      waiters -= resumes.length
      const isLoaded = zones.has(apex) || zones.serial(apex) === undefined
      for (const resume of resumes) resume(isLoaded)
    })

  const whenLoaded: ZoneLoader["whenLoaded"] = (apex, resume) => {
    if (waiters >= maximumWaiting) return false
    waiters++
    const others = waiting.get(apex)
    if (others !== undefined) others.push(resume)
    else {
      waiting.set(apex, [resume])
      run(loadForWaiting(apex))
    }
    return true
  }

  return { load, whenLoaded }
})
