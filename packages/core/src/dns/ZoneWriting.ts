import { Effect, Option } from "effect"
import { authorize } from "../access/index.ts"
import type { InputIssue } from "../shared/index.ts"
import { decideRrsetWrite } from "./decideRrsetWrite.ts"
import type { Rrset } from "./Rrset.ts"
import type { RrsetSource, RrsetWrite } from "./RrsetWrite.ts"
import type { Zone } from "./Zone.ts"
import { makeZoneAccess, requireSerial } from "./ZoneAccess.ts"
import type { ZoneChangeCause } from "./ZoneChange.ts"
import { ZoneChanges } from "./ZoneChanges.ts"
import { ZoneNotFound, ZoneVersionNotFound } from "./ZoneError.ts"
import type { RequestedRrset, ZoneReference } from "./ZoneRequest.ts"
import { ZoneStore } from "./ZoneStore.ts"
import type { ZoneWrite } from "./ZoneView.ts"
import { changeSetOf } from "./ZoneViews.ts"

/** How callers change the RRsets of a zone. */
export const makeZoneWriting = Effect.gen(function*() {
  const store = yield* ZoneStore
  const changes = yield* ZoneChanges
  const { nameOf, requireVisible } = yield* makeZoneAccess

  const sourceOf = (zone: Zone): RrsetSource => ({
    all: Effect.map(
      store.content(zone.dns_zone_id),
      Option.match({ onNone: () => [], onSome: ({ rrsets }) => rrsets })
    ),
    at: (names) => store.rrsetsAt(zone, names),
    below: (name, atMost) => store.rrsetsBelow(zone, name, atMost)
  })

  /** Decides on a write while the zone is locked, and carries it out. */
  const write = Effect.fnUntraced(function*<E>(
    reference: ZoneReference,
    cause: ZoneChangeCause,
    expected: number | undefined,
    wanted: (zone: Zone, source: RrsetSource) => Effect.Effect<RrsetWrite, E>
  ) {
    const actor = yield* authorize("dns:manage")
    const name = yield* nameOf(reference)
    let found: Zone | undefined
    let warnings: ReadonlyArray<InputIssue> = []
    const change = yield* changes.change(name, cause, (zone) =>
      Effect.gen(function*() {
        yield* requireVisible(actor, zone, reference)
        yield* requireSerial(zone, expected)
        const source = sourceOf(zone)
        const decision = yield* decideRrsetWrite(zone, yield* wanted(zone, source), source)
        found = zone
        warnings = decision.warnings
        return { rrsets: decision.changes }
      })).pipe(Effect.catchTag("ZoneNotFound", () => new ZoneNotFound({ zone_name: reference })))
    if (found === undefined) return yield* new ZoneNotFound({ zone_name: reference })
    const written: ZoneWrite = {
      change_set: changeSetOf(found, change),
      serial: change?.serial ?? found.serial,
      warnings
    }
    return written
  })

  /** What the user had at a serial, as a request would write it. */
  const asOf = (serial: number) =>
    Effect.fnUntraced(function*(zone: Zone, source: RrsetSource) {
      const earlier = yield* store.earlier(zone, serial)
      if (Option.isNone(earlier)) return yield* new ZoneVersionNotFound({ zone_name: zone.name, serial })
      const standing = new Map((yield* source.all).map((rrset) => [keyOf(rrset), rrset]))
      for (const { name, rrset, type } of earlier.value) {
        const key = keyOf({ name, type })
        if (isProtected(standing.get(key)) || isProtected(rrset)) continue
        if (rrset === null) standing.delete(key)
        else standing.set(key, rrset)
      }
      const rrsets = [...standing.values()].filter((rrset) => !isProtected(rrset)).map(requested)
      return { kind: "replace", rrsets } satisfies RrsetWrite
    })

  return { asOf, write }
})

const keyOf = ({ name, type }: Pick<Rrset, "name" | "type">): string => `${name} ${type}`

const isProtected = (rrset: Rrset | null | undefined): boolean => (rrset?.protected_reason ?? null) !== null

const requested = ({ name, records, ttl, type }: Rrset): RequestedRrset => ({
  name,
  type,
  ttl,
  records: records.map((rdata) => ({ rdata }))
})
