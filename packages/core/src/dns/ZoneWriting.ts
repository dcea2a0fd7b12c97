import { Effect, Option } from "effect"
import { authorizeWithinObjects, authorizeWithinScope, refuseRrsetScoped } from "../access/index.ts"
import { decideRrsetWrite, isWhole } from "./decideRrsetWrite.ts"
import { forbiddenSteps } from "./forbiddenSteps.ts"
import { type ReadRrsetWrite, readRrsetWrite } from "./readRrsetWrite.ts"
import type { Rrset } from "./Rrset.ts"
import type { RrsetSource, RrsetWrite, ZoneDecision } from "./RrsetWrite.ts"
import type { Zone } from "./Zone.ts"
import { makeZoneAccess, requireInPlace, requireSerial } from "./ZoneAccess.ts"
import type { ZoneChangeCause } from "./ZoneChange.ts"
import { ZoneChanges } from "./ZoneChanges.ts"
import { ZoneNotFound, ZoneVersionNotFound } from "./ZoneError.ts"
import type {
  ImportOptions,
  PatchRecords,
  PatchRrsets,
  ReplaceRrsets,
  RequestedRrset,
  ZoneReference
} from "./ZoneRequest.ts"
import { ZoneStore } from "./ZoneStore.ts"
import type { ZoneImport, ZoneWrite } from "./ZoneView.ts"
import { changeSetOf, changeSetTried } from "./ZoneViews.ts"

/** Writes of callers to the RRsets of a zone. */
export const makeZoneWriting = Effect.gen(function*() {
  const store = yield* ZoneStore
  const changes = yield* ZoneChanges
  const { locked, nameOfZone, visible } = yield* makeZoneAccess

  const sourceOf = (zone: Zone): RrsetSource => ({
    all: Effect.map(
      store.content(zone.dns_zone_id),
      Option.match({ onNone: () => [], onSome: ({ rrsets }) => rrsets })
    ),
    at: (names) => store.rrsetsAt(zone, names),
    below: (name, atMost) => store.rrsetsBelow(zone, name, atMost)
  })

  /** Decides on a write while the zone is locked, and stores it unless it is a dry run. */
  const decided = Effect.fnUntraced(function*<E>(
    reference: ZoneReference,
    cause: ZoneChangeCause,
    expected: number | undefined,
    wanted: (zone: Zone, source: RrsetSource) => Effect.Effect<ReadRrsetWrite, E>,
    isDry: boolean = false
  ) {
    const actor = yield* authorizeWithinScope("dns:manage")
    let found: Zone | undefined
    let decision: ZoneDecision = { changes: [], left_out: [], left_out_count: 0, warnings: [] }
    const change = yield* changes.changeLocked(locked(actor, reference), cause, (zone) =>
      Effect.gen(function*() {
        yield* requireInPlace(zone)
        yield* requireSerial(zone, expected)
        const source = sourceOf(zone)
        const read = yield* wanted(zone, source)
        if (isWhole(read.write)) yield* refuseRrsetScoped(actor)
        const taken = yield* decideRrsetWrite(zone, read, source, forbiddenSteps(actor, read))
        found = zone
        decision = taken
        return isDry ? null : { rrsets: taken.changes }
      }))
    if (found === undefined) return yield* new ZoneNotFound({ zone_name: reference })
    const written: Omit<ZoneImport, "dry_run"> = {
      change_set: yield* (isDry ? changeSetTried(found, decision.changes) : changeSetOf(found, change)),
      serial: change?.serial ?? found.serial,
      warnings: decision.warnings,
      left_out: decision.left_out,
      left_out_count: decision.left_out_count
    }
    return written
  })

  /** Former RRsets at a serial, and the zone at the time they were read. */
  const readEarlier = Effect.fnUntraced(function*(zone: Zone, serial: number) {
    return { zone, rrsets: yield* store.earlier(zone, serial) }
  })

  /** Former RRsets for the locked zone: earlier reads stay valid except for changes since. */
  const earlierOf = Effect.fnUntraced(
    function*(zone: Zone, serial: number, read: Effect.Success<ReturnType<typeof readEarlier>>) {
      if (zone.dns_zone_id !== read.zone.dns_zone_id) return yield* store.earlier(zone, serial)
      if (zone.serial === read.zone.serial || Option.isNone(read.rrsets)) return read.rrsets
      const since = yield* store.earlier(zone, read.zone.serial)
      if (Option.isNone(since)) return yield* store.earlier(zone, serial)
      const all = [...since.value, ...read.rrsets.value]
      return Option.some([...new Map(all.map((rrset) => [keyOf(rrset), rrset])).values()])
    }
  )

  /** RRsets of the user at a serial, in the form of a request. */
  const asOf = (serial: number, read: Effect.Success<ReturnType<typeof readEarlier>>) =>
    Effect.fnUntraced(function*(zone: Zone, source: RrsetSource) {
      const earlier = yield* earlierOf(zone, serial, read)
      if (Option.isNone(earlier)) return yield* new ZoneVersionNotFound({ zone_name: zone.name, serial })
      const current = new Map((yield* source.all).map((rrset) => [keyOf(rrset), rrset]))
      for (const { name, rrset, type } of earlier.value) {
        const key = keyOf({ name, type })
        if (isProtected(current.get(key)) || isProtected(rrset)) continue
        if (rrset === null) current.delete(key)
        else current.set(key, rrset)
      }
      const rrsets = [...current.values()].filter((rrset) => !isProtected(rrset)).map(requested)
      return yield* readRrsetWrite(zone.name, { kind: "replace", rrsets }, [])
    })

  /** Reads a restore before the zone is locked, and again if the zone has changed since. */
  const readRestoreAhead = Effect.fnUntraced(function*(zone: Zone, serial: number) {
    const earlier = yield* readEarlier(zone, serial)
    const wanted = asOf(serial, earlier)
    const read = yield* Effect.option(wanted(zone, sourceOf(zone)))
    const isUnchanged = (found: Zone) => found.dns_zone_id === zone.dns_zone_id && found.serial === zone.serial
    return (found: Zone, source: RrsetSource) =>
      Option.isSome(read) && isUnchanged(found) ? Effect.succeed(read.value) : wanted(found, source)
  })

  /** Reads a write before the zone is locked, because reading a large one takes seconds. */
  const readAhead = Effect.fnUntraced(function*(reference: ZoneReference, write: RrsetWrite) {
    const name = yield* nameOfZone(yield* authorizeWithinScope("dns:manage"), reference)
    const read = yield* readRrsetWrite(name, write, [])
    return () => Effect.succeed(read)
  })

  /** As `readAhead`, for a master file, which leaves out RRsets that are protected in the zone. */
  const readFileAhead = Effect.fnUntraced(
    function*(reference: ZoneReference, write: Extract<RrsetWrite, { kind: "master_file" }>) {
      const zone = yield* visible(yield* authorizeWithinObjects("dns:manage"), reference)
      const read = yield* readRrsetWrite(zone.name, write, yield* sourceOf(zone).all)
      return () => Effect.succeed(read)
    }
  )

  /** Only imports report `left_out`. */
  const write = <E>(
    reference: ZoneReference,
    cause: ZoneChangeCause,
    expected: number | undefined,
    wanted: (zone: Zone, source: RrsetSource) => Effect.Effect<ReadRrsetWrite, E>
  ) =>
    Effect.map(
      decided(reference, cause, expected, wanted),
      ({ change_set, serial, warnings }): ZoneWrite => ({ change_set, serial, warnings })
    )

  return {
    replaceRrsets: Effect.fn("Zones.replaceRrsets")(function*(
      reference: ZoneReference,
      { rrsets }: ReplaceRrsets,
      expected?: number
    ) {
      yield* authorizeWithinObjects("dns:manage")
      const read = yield* readAhead(reference, { kind: "replace", rrsets })
      return yield* write(reference, "replace_rrsets", expected, read)
    }),
    patchRrsets: Effect.fn("Zones.patchRrsets")(function*(
      reference: ZoneReference,
      { ops }: PatchRrsets,
      expected?: number
    ) {
      const read = yield* readAhead(reference, { kind: "rrset_ops", ops })
      return yield* write(reference, "patch_rrsets", expected, read)
    }),
    patchRecords: Effect.fn("Zones.patchRecords")(function*(
      reference: ZoneReference,
      { ops }: PatchRecords,
      expected?: number
    ) {
      const read = yield* readAhead(reference, { kind: "record_ops", ops })
      return yield* write(reference, "patch_records", expected, read)
    }),
    restore: Effect.fn("Zones.restore")(function*(reference: ZoneReference, serial: number, expected?: number) {
      const read = yield* readRestoreAhead(
        yield* visible(yield* authorizeWithinObjects("dns:manage"), reference),
        serial
      )
      return yield* write(reference, "restore", expected, read)
    }),
    importMasterFile: Effect.fn("Zones.importMasterFile")(function*(
      reference: ZoneReference,
      text: string,
      { dry_run = false, mode = "strict" }: ImportOptions = {},
      expected?: number
    ) {
      const read = yield* readFileAhead(reference, { kind: "master_file", text, mode })
      const written: ZoneImport = { ...(yield* decided(reference, "import", expected, read, dry_run)), dry_run }
      return written
    })
  }
})

const keyOf = ({ name, type }: Pick<Rrset, "name" | "type">): string => `${name} ${type}`

const isProtected = (rrset: Rrset | null | undefined): boolean => (rrset?.protected_reason ?? null) !== null

const requested = ({ name, records, ttl, type }: Rrset): RequestedRrset => ({
  name,
  type,
  ttl,
  records: records.map((rdata) => ({ rdata }))
})
