import { assert, layer } from "@effect/vitest"
import { newZoneId, ZoneKeyStore } from "@namewright/core/dns"
import { Instant, Timetable, Transaction } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { enable, hosted, onSqlite, pass, progressOf, zoneNow } from "./SigningPlatform.ts"

const round = Effect.gen(function*() {
  const { works } = yield* Timetable
  const work = (yield* works).find(({ name }) => name === "dns.signatures")
  assert.isDefined(work)
  return yield* work.run
})

layer(onSqlite)("Renewal of signatures", (it) => {
  it.effect("raises the serial of a zone once, a week after its signatures were made", () =>
    Effect.gen(function*() {
      const zone = yield* hosted("renewed.com")
      yield* enable(zone)
      yield* pass("6 days")
      const { serial } = yield* zoneNow(zone)
      assert.isFalse(yield* round)
      yield* pass("1 second")
      assert.strictEqual((yield* zoneNow(zone)).serial, serial)

      yield* pass("1 day")
      assert.isFalse(yield* round)
      yield* pass("1 second")
      const renewed = (yield* zoneNow(zone)).serial
      assert.isAbove(renewed, serial)
      const now = yield* Instant.now
      assert.isTrue(Instant.hasPassed(DateTime.add(now, { days: 6 }), (yield* progressOf(zone))?.renew_on ?? now))
      yield* pass("2 hours")
      assert.isFalse(yield* round)
      yield* pass("1 second")
      assert.strictEqual((yield* zoneNow(zone)).serial, renewed)
    }))

  it.effect("continues without a pause while a full batch of zones is due", () =>
    Effect.gen(function*() {
      const store = yield* ZoneKeyStore
      const { atomically } = yield* Transaction
      const zone = yield* hosted("many.com")
      yield* enable(zone)
      const progress = yield* progressOf(zone)
      assert.isDefined(progress)
      const now = yield* Instant.now
      const renew_on = DateTime.subtract(now, { days: 1 })
      yield* atomically(Effect.forEach(
        Array.from({ length: 2001 }),
        () => Effect.flatMap(newZoneId, (dns_zone_id) => store.saveProgress({ ...progress, dns_zone_id, renew_on })),
        { discard: true }
      ))
      assert.deepStrictEqual([yield* round, yield* round, yield* round], [true, true, false])
      assert.isFalse(yield* round)
      assert.deepStrictEqual(yield* store.leaseDueRenewals(10, now, now), [])
    }))
})
