import { assert, describe, it } from "@effect/vitest"
import { nameOf } from "@namewright/conformance"
import { newZoneId, type ZoneId } from "@namewright/core/dns"
import { Effect, Schema } from "effect"
import type { ImageRrset } from "../../src/image/ImageRrset.ts"
import { rrTypes } from "../../src/message/RrType.ts"
import { Catalog } from "../../src/primary/Catalog.ts"

const catalog = () => new Catalog(nameOf("catalog.invalid"))

const ids = Effect.replicateEffect(newZoneId, 6)

const textOf = ({ name, rdata }: ImageRrset): string => `${name} ${Buffer.from(rdata[0] ?? []).toString("hex")}`

const membersOf = (rrsets: Iterable<ImageRrset>): ReadonlyArray<string> =>
  [...rrsets].filter(({ type }) => type === rrTypes.PTR).map(textOf).toSorted()

const step = Schema.Struct({
  zone: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5 })),
  isRemoval: Schema.Boolean,
  isCommitted: Schema.Boolean
})

describe("Catalog", () => {
  it.effect.prop(
    "leads from any version to the newest one by its differences",
    [Schema.Array(step)],
    Effect.fnUntraced(function*([steps]) {
      const zones: ReadonlyArray<ZoneId> = yield* ids
      const it = catalog()
      it.endReading()
      it.commit(100)
      const versions = [{ serial: it.serial, members: membersOf(it.records()) }]
      for (const { isCommitted, isRemoval, zone } of steps) {
        const id = zones[zone] ?? zones[0]
        if (id === undefined) continue
        // Two zones in turn have the same name, and each keeps its own.
        const name = nameOf(`zone${zone % 3}.test`)
        if (isRemoval) it.remove(name, id)
        else it.put(name, id, 1)
        // A change that belongs to no version yet is in none.
        assert.deepStrictEqual(membersOf(it.records()), versions.at(-1)?.members)
        if (!isCommitted) continue
        it.commit(100)
        versions.push({ serial: it.serial, members: membersOf(it.records()) })
      }
      for (const { members, serial } of versions.slice(0, -1)) {
        const found = new Set(members)
        for (const { added, removed } of it.since(serial) ?? []) {
          for (const member of membersOf(removed)) assert.isTrue(found.delete(member), member)
          for (const member of membersOf(added)) found.add(member)
        }
        assert.deepStrictEqual([...found].toSorted(), versions.at(-1)?.members)
      }
    })
  )

  it.effect("does not restore a zone that was removed while members were read", () =>
    Effect.gen(function*() {
      const [id] = yield* ids
      assert.isDefined(id)
      if (id === undefined) return
      const it = catalog()
      it.remove(nameOf("gone.test"), id)
      it.read(nameOf("gone.test"), id, 1)
      assert.strictEqual(it.size, 0)
    }))

  it.effect("restores a zone that is served again while members are read", () =>
    Effect.gen(function*() {
      const [id] = yield* ids
      assert.isDefined(id)
      if (id === undefined) return
      const it = catalog()
      it.remove(nameOf("back.test"), id)
      assert.isTrue(it.put(nameOf("back.test"), id, 2))
      it.read(nameOf("back.test"), id, 1)
      assert.deepStrictEqual(it.member(nameOf("back.test")), { dns_zone_id: id, serial: 2 })
    }))

  it("has the time as its serial, and never repeats one", () => {
    const it = catalog()
    assert.strictEqual(it.serial, 0)
    const serials = [1000, 1005, 1005, 900].map((now) => {
      it.commit(now)
      return it.serial
    })
    assert.deepStrictEqual(serials, [1000, 1005, 1006, 1007])
    assert.isUndefined(it.since(999))
  })
})
