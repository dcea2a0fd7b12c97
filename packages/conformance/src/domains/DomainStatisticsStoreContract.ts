import { assert, layer } from "@effect/vitest"
import { DomainStatisticsStore, kindOf, type Measure, type MeasuredCounts, measures } from "@namewright/core/domains"
import { EventLog, type EventStore } from "@namewright/core/events"
import { newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"

/** What happened to a domain, and the minutes since the event before. */
const Happening = Schema.Struct({
  measure: Schema.Literals([...measures, "failure"]),
  object: Schema.Literals([0, 1, 2]),
  minutes: Schema.Literals([0, 5, 200, 700])
})
type Happening = typeof Happening.Type

const History = Schema.Array(Happening).check(Schema.isBetweenLength(20, 60))

const tlds = ["com", "co.uk", "de"]
const tldOf = (object: number) => tlds[object % tlds.length] ?? ""

const nothing: MeasuredCounts = { create: 0, transfer: 0, delete: 0, transfer_out: 0, renew: 0, restore: 0 }

const today = Effect.map(DateTime.now, DateTime.formatIsoDateUtc)

type Counts = Readonly<Record<string, MeasuredCounts>>

/** Counts of a history by day or TLD, one event after another. */
const recountOf = (
  happened: ReadonlyArray<Happening & { readonly day: string }>,
  keyOf: (one: Happening & { readonly day: string }) => string
): Counts => {
  const counts: Record<string, Record<Measure, number>> = {}
  const seen = new Set<string>()
  for (const one of happened) {
    const { day, measure, object } = one
    if (measure === "failure") continue
    const once = `${measure} of ${object} on ${day}`
    if ((measure === "renew" || measure === "restore") && seen.has(once)) continue
    seen.add(once)
    const group = counts[keyOf(one)] ??= { ...nothing }
    group[measure]++
  }
  return counts
}

const byKey = <A extends MeasuredCounts>(rows: ReadonlyArray<A>, keyOf: (row: A) => string): Counts =>
  Object.fromEntries(rows.map((row) => [
    keyOf(row),
    {
      create: row.create,
      transfer: row.transfer,
      delete: row.delete,
      transfer_out: row.transfer_out,
      renew: row.renew,
      restore: row.restore
    }
  ]))

const begin = "1970-01-01"
const end = "2100-01-01"
const all = (...organizations: ReadonlyArray<OrganizationId>) => ({
  organizations,
  first: begin,
  last: end,
  tlds: undefined
})

/** Contract of the storage of the statistics of domains, with the events that it counts. */
export const domainStatisticsStoreContract = <E>(
  name: string,
  storage: Layer.Layer<DomainStatisticsStore | EventStore | Transaction, E>
) =>
  layer(EventLog.layer.pipe(Layer.provideMerge(storage)))(`DomainStatisticsStore (${name})`, (it) => {
    const record = Effect.fnUntraced(function*(
      organization_id: OrganizationId,
      { measure, object }: Pick<Happening, "measure"> & { readonly object: number },
      counted_tld: string | undefined = tldOf(object)
    ) {
      const log = yield* EventLog
      const { atomically } = yield* Transaction
      yield* atomically(log.record({
        organization_id,
        object_type: "DOMAIN",
        object_id: `domain_${object}`,
        object_name: `name-${object}.${tldOf(object)}`,
        type: "RENEWAL",
        subtype: "SUCCESS",
        kind: measure === "failure" ? "domain.renewal_failed" : kindOf[measure],
        event_data: { message: "" },
        counted_tld: measure === "failure" ? undefined : counted_tld
      }))
    })

    it.effect.prop("counts each event as a recount of the events does, by day, TLD and organization", [History], ([
      history
    ]) =>
      Effect.gen(function*() {
        const store = yield* DomainStatisticsStore
        const { atomically } = yield* Transaction
        const [own, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const happened: Array<Happening & { readonly day: string }> = []
        for (const one of history) {
          yield* TestClock.adjust(`${one.minutes} minutes`)
          yield* record(own, one)
          happened.push({ ...one, day: yield* today })
        }
        yield* record(other, { measure: "create", object: 1 })

        const expected = {
          days: recountOf(happened, ({ day }) => day),
          tlds: recountOf(happened, ({ object }) => tldOf(object))
        }
        const read = Effect.gen(function*() {
          const { days, groups } = yield* store.read(all(own), "tld")
          return { days: byKey(days, ({ day }) => day), tlds: byKey(groups, ({ key }) => key) }
        })
        assert.deepStrictEqual(yield* read, expected)
        const { groups } = yield* store.read(all(own, other), "organization")
        assert.strictEqual(groups.find(({ key }) => key === other)?.create, 1)

        while (yield* atomically(store.addUp(yield* today)));
        assert.deepStrictEqual(yield* read, expected)
        yield* atomically(store.recount(begin))
        assert.deepStrictEqual(yield* read, expected)
        assert.isFalse(yield* atomically(store.addUp(end)))
      }), { arbitrary: { runs: 5 } })

    it.effect("reads the days of the window and the chosen TLDs only", () =>
      Effect.gen(function*() {
        const store = yield* DomainStatisticsStore
        const own = yield* newOrganizationId
        const days: Array<string> = []
        for (let index = 0; index < 4; index++) {
          days.push(yield* today)
          yield* record(own, { measure: "create", object: index })
          yield* TestClock.adjust("1 day")
        }
        const [first, last] = days.slice(1, 3)
        const window = { ...all(own), first: first ?? "", last: last ?? "" }
        assert.deepStrictEqual((yield* store.read(window, "none")).days.map((one) => one.day).toSorted(), [first, last])
        const chosen = yield* store.read({ ...window, tlds: ["de"] }, "tld")
        assert.deepStrictEqual(chosen.groups.map(({ create, key }) => [key, create]), [["de", 1]])
        assert.deepStrictEqual((yield* store.read(window, "none")).groups, [])
      }))

    it.effect("does not count events without a TLD, such as those of domains at external registrars", () =>
      Effect.gen(function*() {
        const store = yield* DomainStatisticsStore
        const { record: recordEvent } = yield* EventLog
        const own = yield* newOrganizationId
        yield* recordEvent({
          organization_id: own,
          object_type: "DOMAIN",
          object_id: "domain_1",
          object_name: "name.com",
          type: "RENEWAL",
          subtype: "SUCCESS",
          event_data: { message: "" }
        })
        assert.deepStrictEqual(yield* store.read(all(own), "tld"), { days: [], groups: [] })
      }))

    it.effect("counts nothing of a transaction that fails", () =>
      Effect.gen(function*() {
        const store = yield* DomainStatisticsStore
        const { atomically } = yield* Transaction
        const own = yield* newOrganizationId
        yield* Effect.exit(
          atomically(Effect.andThen(record(own, { measure: "create", object: 0 }), Effect.fail("undone")))
        )
        assert.deepStrictEqual((yield* store.read(all(own), "none")).days, [])
      }))

    it.effect("counts days again from their events, and keeps earlier days", () =>
      Effect.gen(function*() {
        const store = yield* DomainStatisticsStore
        const { atomically } = yield* Transaction
        const own = yield* newOrganizationId
        yield* record(own, { measure: "create", object: 0 })
        yield* TestClock.adjust("1 day")
        yield* record(own, { measure: "renew", object: 0 })
        const before = yield* store.read(all(own), "tld")
        yield* atomically(store.recount(yield* today))
        const sorted = (days: typeof before.days) => days.toSorted((a, b) => a.day < b.day ? -1 : 1)
        const after = yield* store.read(all(own), "tld")
        assert.deepStrictEqual([sorted(after.days), after.groups], [sorted(before.days), before.groups])
      }))

    it.effect("finds the begin of the records: the oldest event or the first counted day", () =>
      Effect.gen(function*() {
        const store = yield* DomainStatisticsStore
        const [own, sub] = [yield* newOrganizationId, yield* newOrganizationId]
        assert.isNull(yield* store.oldest(own, [own, sub]))
        yield* TestClock.adjust("10 hours")
        yield* record(sub, { measure: "create", object: 0 })
        const first = yield* DateTime.now
        yield* TestClock.adjust("3 days")
        yield* record(own, { measure: "failure", object: 0 })
        assert.deepStrictEqual(yield* store.oldest(own, [own]), DateTime.add(first, { days: 3 }))
        assert.deepStrictEqual(yield* store.oldest(own, [own, sub]), DateTime.startOf(first, "day"))
      }))
  })
