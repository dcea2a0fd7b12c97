import { assert, layer } from "@effect/vitest"
import { type ZoneKeyStore, type ZoneOwnershipStore, Zones, type ZoneStore } from "@namewright/core/dns"
import type { ObjectLogStore } from "@namewright/core/objectlog"
import { CurrentActor, newOrganizationId, type Transaction } from "@namewright/core/shared"
import type { TagStore } from "@namewright/core/tags"
import { Cause, Effect, Exit, Layer, Option } from "effect"
import { administrator } from "../Actors.ts"
import { zonesAlone } from "./zonesAlone.ts"

const asOwner = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(newOrganizationId, (id) => Effect.provideService(effect, CurrentActor, administrator(id)))

const newZone = Effect.gen(function*() {
  const { organization_id } = yield* CurrentActor
  return yield* Zones.use(({ create }) => create({ name: `${organization_id.replace("organization_", "")}.example` }))
})

/** Contract of zones under concurrent and interrupted writes. */
export const zonesContract = <E>(
  name: string,
  storage: Layer.Layer<ZoneKeyStore | ZoneOwnershipStore | ZoneStore | TagStore | ObjectLogStore | Transaction, E>
) => {
  layer(zonesAlone.pipe(Layer.provideMerge(storage)))(`Zones (${name})`, (it) => {
    it.effect("keep all of fifty records that are added to one name concurrently", () =>
      Effect.gen(function*() {
        const { get, patchRecords, versions } = yield* Zones
        const zone = yield* newZone
        const values = Array.from({ length: 50 }, (_, index) => `"token ${index}"`)
        const writes = yield* Effect.forEach(
          values,
          (rdata) =>
            patchRecords(zone.name, {
              ops: [{ op: "upsert", record: { name: "_acme-challenge", type: "TXT", ttl: 60, rdata } }]
            }),
          { concurrency: "unbounded" }
        )
        const after = yield* get(zone.name, [])
        const kept = after.rrsets.find(({ type }) => type === "TXT")?.records.map(({ rdata }) => rdata) ?? []
        assert.sameMembers(kept, values)
        assert.strictEqual(new Set(writes.map(({ serial }) => serial)).size, 50)
        assert.strictEqual(after.serial, zone.serial + 50)
        assert.strictEqual((yield* versions(zone.name, { page: 1, page_size: 1 })).total, 51)
      }).pipe(asOwner))

    it.effect("accept only one of several writes that expect the same serial", () =>
      Effect.gen(function*() {
        const { patchRecords } = yield* Zones
        const { name: zone, serial } = yield* newZone
        const outcomes = yield* Effect.forEach(
          Array.from({ length: 10 }, (_, index) => `"${index}"`),
          (rdata) =>
            Effect.exit(patchRecords(
              zone,
              { ops: [{ op: "upsert", record: { name: "t", type: "TXT", ttl: 60, rdata } }] },
              serial
            )),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(outcomes.filter(Exit.isSuccess), 1)
        for (const outcome of outcomes.filter(Exit.isFailure)) {
          const failure = Option.getOrThrow(Cause.findErrorOption(outcome.cause))
          assert.strictEqual(failure._tag, "ZoneChanged")
        }
      }).pipe(asOwner))

    it.effect("accept only one of several creations of the same name", () =>
      Effect.gen(function*() {
        const { create } = yield* Zones
        const { name: zone } = yield* newZone
        const outcomes = yield* Effect.forEach(
          Array.from({ length: 10 }, () => `new.${zone}`),
          (wanted) => Effect.exit(create({ name: wanted })),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(outcomes.filter(Exit.isSuccess), 1)
      }).pipe(asOwner))

    it.effect("do not restore a zone that is removed during writes", () =>
      Effect.gen(function*() {
        const { get, patchRecords, remove } = yield* Zones
        const { name: zone } = yield* newZone
        const write = (index: number) =>
          Effect.exit(
            patchRecords(zone, {
              ops: [{ op: "upsert", record: { name: `n${index}`, type: "TXT", ttl: 60, rdata: `"${index}"` } }]
            })
          )
        const writes = Array.from({ length: 10 }, (_, index) => write(index))
        yield* Effect.all([...writes.slice(0, 5), remove(zone), ...writes.slice(5)], { concurrency: "unbounded" })
        assert.strictEqual((yield* Effect.flip(get(zone, [])))._tag, "ZoneNotFound")
      }).pipe(asOwner))
  })
}
