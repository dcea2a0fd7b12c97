import { assert, layer } from "@effect/vitest"
import { newZoneId, type Zone, type ZoneId, ZoneOwnershipStore, ZoneStore } from "@namewright/core/dns"
import { Instant, newOrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Deferred, Effect, Fiber, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { insertedZone, named, newZone } from "./ZoneSamples.ts"

const idsOf = (zones: ReadonlyArray<Zone>) => zones.map(({ dns_zone_id }) => dns_zone_id)

const displaced = (displaced_on: Instant.Instant) =>
  Effect.flatMap(
    newOrganizationId,
    (owner) => Effect.flatMap(newZone(owner, { is_served: false, displaced_on }), insertedZone)
  )

/** Contract of ZoneOwnershipStore. */
export const zoneOwnershipStoreContract = <E>(
  name: string,
  storage: Layer.Layer<ZoneOwnershipStore | ZoneStore | Transaction, E>
) =>
  layer(storage)(`ZoneOwnershipStore (${name})`, (it) => {
    it.effect("finds the zones at a name and below it that are not displaced, parents first and older ones first", () =>
      Effect.gen(function*() {
        const { lockWithin } = yield* ZoneOwnershipStore
        const { atomically } = yield* Transaction
        const [owner, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const top = yield* insertedZone(yield* newZone(owner))
        const at = (labels: string, rest: Partial<Zone> = {}) =>
          Effect.flatMap(newZone(other, { name: named(`${labels}${top.name}`), ...rest }), insertedZone)
        const deep = yield* at("a.b.")
        const child = yield* at("b.")
        yield* at("c.", { is_served: false, displaced_on: yield* Instant.now })
        yield* TestClock.adjust("1 second")
        const second = yield* Effect.flatMap(newZone(other, { name: top.name, is_served: false }), insertedZone)
        // Names that only look as if they were below.
        const beside = named(`x${top.name}`)
        yield* Effect.flatMap(newZone(owner, { name: beside }), insertedZone)

        const found = yield* atomically(lockWithin(top.name, null, 100))
        assert.deepStrictEqual(found, [top, second, child, deep])
        assert.deepStrictEqual(idsOf(yield* atomically(lockWithin(child.name, null, 100))), idsOf([child, deep]))
        assert.deepStrictEqual(yield* atomically(lockWithin(named("nothing.example."), null, 100)), [])
      }))

    it.effect("finds the served zones around a name and below it, parents before children", () =>
      Effect.gen(function*() {
        const { isServedBelow, servedAfter, servedAround } = yield* ZoneOwnershipStore
        const [owner, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const top = yield* insertedZone(yield* newZone(owner))
        const at = (labels: string, rest: Partial<Zone> = {}) =>
          Effect.flatMap(newZone(other, { name: named(`${labels}${top.name}`), ...rest }), insertedZone)
        const deep = yield* at("a.b.")
        const child = yield* at("b.")
        const side = yield* at("c.")
        const unserved = yield* at("d.", { is_served: false })
        yield* Effect.flatMap(newZone(owner, { name: child.name, is_served: false }), insertedZone)
        // Names that only look as if they were below.
        const beside = yield* at("b-")
        yield* Effect.flatMap(newZone(owner, { name: named(`x${top.name}`) }), insertedZone)

        const above = [top.name, named("example.")]
        assert.sameDeepMembers([...yield* servedAround(top.name, above.slice(1))], [top, child, side, deep])
        assert.deepStrictEqual(yield* servedAround(child.name, above), [top, child, deep])
        assert.deepStrictEqual(yield* servedAround(deep.name, [child.name, ...above]), [top, child, deep])
        assert.deepStrictEqual(yield* servedAround(unserved.name, above), [top])
        assert.deepStrictEqual(yield* servedAround(named(`z.${deep.name}`), []), [])

        const answers = yield* Effect.forEach(
          [top, child, deep, side, unserved, beside],
          ({ name: of }) => isServedBelow(of)
        )
        assert.deepStrictEqual(answers, [true, true, false, false, false, false])

        assert.deepStrictEqual(yield* servedAfter(top.name, 3), [child, deep, side])
        assert.deepStrictEqual(yield* servedAfter(top.name, 1), [child])
        assert.deepStrictEqual(yield* servedAfter(child.name, 2), [deep, side])
        assert.strictEqual((yield* servedAfter(null, 1)).length, 1)
      }))

    it.effect("finds the zones within a name in pages that contain all zones of a name", () =>
      Effect.gen(function*() {
        const { lockWithin } = yield* ZoneOwnershipStore
        const { atomically } = yield* Transaction
        const owner = yield* newOrganizationId
        const top = yield* insertedZone(yield* newZone(owner))
        const at = (labels: string, rest: Partial<Zone> = {}) =>
          Effect.flatMap(
            newOrganizationId,
            (other) => Effect.flatMap(newZone(other, { name: named(`${labels}${top.name}`), ...rest }), insertedZone)
          )
        const a = yield* at("a.")
        const b = [yield* at("b."), yield* at("b.", { is_served: false }), yield* at("b.", { is_served: false })]
        yield* at("c.", { is_served: false, displaced_on: yield* Instant.now })
        const d = yield* at("x.d.")
        const page = (after: Zone | null, atMost: number) =>
          Effect.map(atomically(lockWithin(top.name, after?.name ?? null, atMost)), idsOf)
        assert.deepStrictEqual(yield* page(null, 2), idsOf([top, a]))
        assert.sameMembers([...yield* page(a, 2)], idsOf(b))
        assert.deepStrictEqual(yield* page(b[0] ?? null, 2), idsOf([d]))
        assert.deepStrictEqual(yield* page(d, 2), [])
        assert.sameMembers([...yield* page(null, 3)], idsOf([top, a, ...b]))
      }))

    it.effect("finds the served zones below a name by organization or proof, and ends their service", () =>
      Effect.gen(function*() {
        const { servedBelow, withhold } = yield* ZoneOwnershipStore
        const { find, lock } = yield* ZoneStore
        const { atomically } = yield* Transaction
        const [owner, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const top = yield* insertedZone(yield* newZone(owner))
        const at = (labels: string, rest: Partial<Zone> = {}) =>
          Effect.flatMap(newZone(other, { name: named(`${labels}${top.name}`), ...rest }), insertedZone)
        const first = yield* at("a.")
        const consented = yield* at("b.", { ownership: "proven", proof: "consent", checked_on: top.created_on })
        yield* at("c.", { is_served: false })
        const own = yield* at("d.", { organization_id: owner })
        const found = (after: Zone, only: { readonly except?: typeof owner; readonly proof?: "consent" }) =>
          Effect.map(servedBelow(top.name, after.name, only), (zones) => zones.map(({ dns_zone_id }) => dns_zone_id))
        assert.deepStrictEqual(yield* found(top, {}), idsOf([first, consented, own]))
        assert.deepStrictEqual(yield* found(top, { except: owner }), idsOf([first, consented]))
        assert.deepStrictEqual(yield* found(first, {}), idsOf([consented, own]))
        const { checked_on, dns_zone_id, organization_id, proof } = consented
        assert.deepStrictEqual(yield* servedBelow(top.name, top.name, { proof: "consent" }), [
          { checked_on, dns_zone_id, name: consented.name, organization_id, proof }
        ])
        yield* atomically(withhold([consented.dns_zone_id]))
        const withheld = { ...consented, is_served: false }
        assert.deepStrictEqual(yield* find(consented.dns_zone_id), Option.some(withheld))
        assert.deepStrictEqual(yield* atomically(lock(consented.dns_zone_id)), Option.some(withheld))
        assert.deepStrictEqual(yield* found(top, {}), idsOf([first, own]))
        // The name is free for another served zone.
        yield* insertedZone(yield* newZone(owner, { name: consented.name }))
        yield* atomically(withhold([]))
      }))

    it.effect("finds the surroundings of a new zone", () =>
      Effect.gen(function*() {
        const store = yield* ZoneOwnershipStore
        const { remove } = yield* ZoneStore
        const { atomically } = yield* Transaction
        const [owner, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const top = yield* insertedZone(yield* newZone(owner, { ownership: "proven", proof: "challenge" }))
        const middle = named(`b.${top.name}`)
        yield* Effect.flatMap(newZone(other, { name: middle, is_served: false }), insertedZone)
        const [below, above] = [named(`a.${middle}`), [middle, top.name, named("example.")]]
        const nothing = { last_serial: null, own: null, served_for: null, above: null, is_trusted: false }
        const nearest = {
          dns_zone_id: top.dns_zone_id,
          name: top.name,
          organization_id: owner,
          proof: "challenge" as const
        }
        assert.deepStrictEqual(yield* store.surroundings(other, below, above), { ...nothing, above: nearest })
        assert.deepStrictEqual(yield* store.surroundings(other, named("alone.example."), []), nothing)

        const displaced_on = yield* Instant.now
        yield* Effect.flatMap(
          newZone(other, { name: below, serial: 2026112209, is_served: false, displaced_on }),
          insertedZone
        )
        const served = yield* Effect.flatMap(newZone(owner, { name: below, serial: 2026112207 }), insertedZone)
        yield* store.setTrusted(other, true, displaced_on)
        assert.deepStrictEqual(yield* store.surroundings(other, below, above), {
          last_serial: 2026112209,
          own: null,
          served_for: owner,
          above: nearest,
          is_trusted: true
        })
        assert.strictEqual((yield* store.surroundings(owner, below, above)).own, served.dns_zone_id)
        assert.isFalse((yield* store.surroundings(owner, below, above)).is_trusted)

        const gone = { ...served, serial: 2026112217 }
        yield* atomically(remove(gone, 2026112200))
        assert.deepInclude(yield* store.surroundings(owner, below, above), { last_serial: 2026112217, own: null })
      }))

    it.effect("keeps the highest serial of a name, including removed zones", () =>
      Effect.gen(function*() {
        const store = yield* ZoneOwnershipStore
        const { remove } = yield* ZoneStore
        const { atomically } = yield* Transaction
        const zone = yield* Effect.flatMap(newZone(yield* newOrganizationId, { serial: 2026112217 }), insertedZone)
        const { name: shared } = zone
        const other = yield* Effect.flatMap(
          newZone(yield* newOrganizationId, { name: shared, is_served: false, serial: 2026112204 }),
          insertedZone
        )
        assert.strictEqual(yield* store.lastSerial(shared), 2026112217)
        yield* atomically(remove(zone, 2026112200))
        yield* atomically(remove(other, 2026112200))
        assert.strictEqual(yield* store.lastSerial(shared), 2026112217)
        const late = yield* Effect.flatMap(newZone(yield* newOrganizationId, { serial: 2026112300 }), insertedZone)
        yield* atomically(remove(late, 2026112300))
        assert.strictEqual(yield* store.lastSerial(shared), 0)
        assert.strictEqual(yield* store.lastSerial(late.name), 2026112300)
      }))

    it.effect("finds the served ones of thousands of names", () =>
      Effect.gen(function*() {
        const { served } = yield* ZoneOwnershipStore
        const zone = yield* insertedZone(yield* newZone(yield* newOrganizationId))
        const unserved = yield* Effect.flatMap(newZone(yield* newOrganizationId, { is_served: false }), insertedZone)
        const others = Array.from({ length: 3000 }, (_, index) => named(`n${index}.unknown.example.`))
        assert.deepStrictEqual(
          yield* served([...others, zone.name, unserved.name, zone.name]),
          new Map([[zone.name, zone]])
        )
        assert.deepStrictEqual(yield* served([]), new Map())
      }))

    it.effect("stores the organizations that the operator trusts", () =>
      Effect.gen(function*() {
        const { setTrusted, trusted } = yield* ZoneOwnershipStore
        const [one, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const now = yield* Instant.now
        assert.isTrue(yield* setTrusted(one, true, now))
        assert.isFalse(yield* setTrusted(one, true, now))
        assert.deepStrictEqual(yield* trusted([one, other]), new Set([one]))
        assert.isTrue(yield* setTrusted(one, false, now))
        assert.isFalse(yield* setTrusted(one, false, now))
        assert.deepStrictEqual(yield* trusted([one, other]), new Set())
        assert.deepStrictEqual(yield* trusted([]), new Set())
      }))

    it.effect("lists the names of an organization's zones that are not displaced, page by page", () =>
      Effect.gen(function*() {
        const { namesAfter } = yield* ZoneOwnershipStore
        const owner = yield* newOrganizationId
        const own = [
          yield* insertedZone(yield* newZone(owner)),
          yield* insertedZone(yield* newZone(owner, { is_served: false }))
        ].map((zone) => zone.name).toSorted()
        yield* insertedZone(yield* newZone(owner, { is_served: false, displaced_on: yield* Instant.now }))
        yield* insertedZone(yield* newZone(yield* newOrganizationId))
        assert.deepStrictEqual(yield* namesAfter(owner, null, 10), own)
        assert.deepStrictEqual(yield* namesAfter(owner, null, 1), own.slice(0, 1))
        assert.deepStrictEqual(yield* namesAfter(owner, own[0] ?? null, 10), own.slice(1))
      }))

    it.effect("makes the checks of all zones of a name due, except for displaced ones", () =>
      Effect.gen(function*() {
        const { checkSoon, leaseDueChecks } = yield* ZoneOwnershipStore
        const { find } = yield* ZoneStore
        const now = yield* Instant.now
        const zone = yield* insertedZone(yield* newZone(yield* newOrganizationId))
        const { name: shared } = zone
        const unserved = yield* insertedZone(
          yield* newZone(yield* newOrganizationId, { name: shared, is_served: false })
        )
        const gone = yield* insertedZone(
          yield* newZone(yield* newOrganizationId, { name: shared, is_served: false, displaced_on: now })
        )
        const other = yield* insertedZone(yield* newZone(yield* newOrganizationId))
        yield* checkSoon([shared, named("nothing.example.")], now)
        const dueOn = (id: ZoneId) => Effect.map(find(id), (found) => Option.getOrThrow(found).check_due_on)
        for (const { dns_zone_id } of [zone, unserved]) assert.deepStrictEqual(yield* dueOn(dns_zone_id), now)
        for (const { dns_zone_id } of [gone, other]) assert.isNull(yield* dueOn(dns_zone_id))
        yield* leaseDueChecks(10, now, DateTime.add(now, { days: 1 }))
      }))

    it.effect("leases each due check to one process, and again if no result is stored", () =>
      Effect.gen(function*() {
        const { leaseDueChecks } = yield* ZoneOwnershipStore
        const { atomically } = yield* Transaction
        const now = yield* Instant.now
        const later = DateTime.add(now, { minutes: 5 })
        const due = yield* Effect.forEach(
          Array.from({ length: 6 }, (_, index) => DateTime.subtract(now, { seconds: 6 - index })),
          (check_due_on) =>
            Effect.flatMap(newOrganizationId, (owner) => Effect.flatMap(newZone(owner, { check_due_on }), insertedZone))
        )
        yield* Effect.flatMap(newZone(yield* newOrganizationId, { check_due_on: later }), insertedZone)
        yield* insertedZone(yield* newZone(yield* newOrganizationId))
        const claim = (atMost: number) => atomically(leaseDueChecks(atMost, now, later))
        const first = yield* claim(2)
        assert.sameMembers([...first], idsOf(due.slice(0, 2)))
        const others = yield* Effect.all([claim(2), claim(2)], { concurrency: "unbounded" })
        assert.sameMembers([...first, ...others.flat(), ...yield* claim(10)], idsOf(due))
        yield* TestClock.adjust("5 minutes")
        assert.lengthOf(yield* atomically(leaseDueChecks(10, yield* Instant.now, later)), 7)
      }))

    it.effect("begins a check of a zone some time after the end of the previous one, or after that was lost", () =>
      Effect.gen(function*() {
        const { beginCheck, endCheck } = yield* ZoneOwnershipStore
        const zones = yield* ZoneStore
        const zone = yield* insertedZone(yield* newZone(yield* newOrganizationId))
        const begin = Effect.flatMap(Instant.now, (now) =>
          beginCheck(zone.dns_zone_id, now, {
            endedSince: DateTime.subtract(now, { seconds: 10 }),
            lostSince: DateTime.subtract(now, { seconds: 15 })
          }))
        const end = Effect.flatMap(Instant.now, (now) => endCheck(zone.dns_zone_id, now))
        assert.sameMembers([...yield* Effect.all([begin, begin], { concurrency: 2 })], ["begun", "running"])
        yield* TestClock.adjust("12 seconds")
        assert.strictEqual(yield* begin, "running")
        yield* end
        assert.strictEqual(yield* begin, "recent")
        yield* TestClock.adjust("9 seconds")
        assert.strictEqual(yield* begin, "recent")
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* begin, "begun")
        yield* TestClock.adjust("14 seconds")
        assert.strictEqual(yield* begin, "running")
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* begin, "begun")
        assert.deepStrictEqual(yield* zones.find(zone.dns_zone_id), Option.some(zone))
        const now = yield* Instant.now
        assert.strictEqual(yield* beginCheck(yield* newZoneId, now, { endedSince: now, lostSince: now }), "recent")
      }))

    it.effect("lists zones that were displaced before an instant, the oldest first", () =>
      Effect.gen(function*() {
        const { displacedBefore } = yield* ZoneOwnershipStore
        const at = DateTime.makeUnsafe("2001-01-01T00:00:00Z")
        const last = yield* displaced(at)
        const first = yield* displaced(DateTime.subtract(at, { days: 1 }))
        const second = yield* displaced(DateTime.subtract(at, { hours: 1 }))
        const isOurs = (id: string) => idsOf([last, first, second]).some((one) => one === id)
        const before = (instant: Instant.Instant) =>
          Effect.map(displacedBefore(instant, 1000), (ids) => ids.filter(isOurs))
        assert.deepStrictEqual(yield* before(at), idsOf([first, second]))
        assert.deepStrictEqual(yield* before(DateTime.add(at, { seconds: 1 })), idsOf([first, second, last]))
        assert.lengthOf(yield* displacedBefore(at, 1), 1)
      }))

    it.effect("keeps the first secret", () =>
      Effect.gen(function*() {
        const { keepSecret, secret } = yield* ZoneOwnershipStore
        const first = yield* keepSecret("plain.one")
        assert.strictEqual(yield* keepSecret("plain.two"), first)
        assert.deepStrictEqual(yield* secret, Option.some(first))
      }))

    it.effect("locks a name for one transaction at a time, and other names concurrently", () =>
      Effect.gen(function*() {
        const { lockName } = yield* ZoneOwnershipStore
        const { atomically } = yield* Transaction
        const entered: Array<string> = []
        const within = (text: string, work: Effect.Effect<void>) =>
          atomically(Effect.andThen(
            lockName(named(text)),
            Effect.andThen(
              Effect.sync(() => void entered.push(text)),
              Effect.andThen(work, Effect.sync(() => void entered.push(`end of ${text}`)))
            )
          ))
        const free = yield* Deferred.make<void>()
        const first = yield* Effect.forkChild(within("one.example.", Deferred.await(free)))
        while (entered.length === 0) yield* Effect.yieldNow
        const second = yield* Effect.forkChild(within("one.example.", Effect.void))
        yield* Deferred.succeed(free, undefined)
        yield* Fiber.join(first)
        yield* Fiber.join(second)
        assert.deepStrictEqual(entered, ["one.example.", "end of one.example.", "one.example.", "end of one.example."])
      }))
  })
