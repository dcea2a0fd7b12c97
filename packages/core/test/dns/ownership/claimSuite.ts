import { assert, layer } from "@effect/vitest"
import { ZoneClaims, ZoneOwnershipStore, Zones } from "@namewright/core/dns"
import { CurrentActor, Instant } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { customer, eventListOf, register, round } from "../../domains/DomainsPlatform.ts"
import {
  answering,
  claim,
  type claimsPlatformOn,
  createZone,
  duringCheck,
  nextDay,
  numberedNames,
  ownershipOf,
  restate,
  timesAsked,
  write,
  zoneOf
} from "./ClaimsPlatform.ts"

const refusalOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

const newName = numberedNames("claimed")

/** Claims of names, and the checks that follow, on one database. */
export const claimSuite = (name: string, platform: ReturnType<typeof claimsPlatformOn>) => {
  layer(platform)(`Claims (${name})`, (it) => {
    it.effect("are proven by a delegation to the names that were generated for the organization", () =>
      Effect.gen(function*() {
        const [owner, zone] = [yield* customer(), newName()]
        const { ownership: { challenge, nameservers } } = yield* createZone(owner, zone)
        assert.strictEqual(yield* ownershipOf(owner, zone), "unproven not_checked")
        const label = owner.organization_id.slice("organization_".length)
        assert.deepStrictEqual<ReadonlyArray<string>>(nameservers, [
          `${label}.ns1.namewright.test.`,
          `${label}.ns2.namewright.test.`
        ])
        assert.strictEqual(challenge.name, `_namewright-challenge.${zone}.`)
        yield* write(zone, answering.ownNameservers)
        const { ownership } = yield* claim(owner, zone)
        assert.deepInclude(ownership, { state: "proven", proof: "own_nameservers", is_served: true, missing: [] })
      }))

    it.effect("are proven by the organization's challenge, and not by that of another", () =>
      Effect.gen(function*() {
        const [owner, other, zone] = [yield* customer(), yield* customer(), newName()]
        yield* createZone(owner, zone)
        const foreign = yield* createZone(other, zone)
        assert.notStrictEqual((yield* zoneOf(owner, zone)).dns_zone_id, foreign.dns_zone_id)
        yield* write(zone, answering.challengeOf(foreign.ownership.challenge.value))
        yield* claim(owner, zone)
        assert.strictEqual(yield* ownershipOf(owner, zone), "unproven delegated_elsewhere challenge_missing")
        yield* claim(other, zone)
        assert.strictEqual(yield* ownershipOf(other, zone), "proven challenge served")
      }))

    it.effect("are not proven by a delegation to the common nameservers, and say what is missing", () =>
      Effect.gen(function*() {
        const [owner, zone] = [yield* customer(), newName()]
        yield* createZone(owner, zone)
        yield* write(zone, answering.commonNameservers)
        const { ownership } = yield* claim(owner, zone)
        assert.strictEqual(yield* ownershipOf(owner, zone), "unproven delegation_shared challenge_missing")
        const texts = ownership.missing.map(({ detail }) => detail).join(" ")
        assert.include(texts, ownership.challenge.value)
        assert.include(texts, ownership.nameservers[0] ?? "?")
      }))

    it.effect("change nothing without a result", () =>
      Effect.gen(function*() {
        const [owner, zone] = [yield* customer(), newName()]
        yield* createZone(owner, zone)
        yield* write(zone, answering.silence)
        yield* claim(owner, zone)
        assert.strictEqual(yield* ownershipOf(owner, zone), "unproven not_checked check_incomplete")
        yield* write(zone, answering.ownNameservers)
        yield* TestClock.adjust("10 seconds")
        yield* claim(owner, zone)
        yield* write(zone, answering.silence)
        yield* TestClock.adjust("10 seconds")
        yield* claim(owner, zone)
        assert.strictEqual(yield* ownershipOf(owner, zone), "proven own_nameservers served check_incomplete")
      }))

    it.effect("query the public DNS once in 10 seconds for any number of claims", () =>
      Effect.gen(function*() {
        const [owner, zone] = [yield* customer(), newName()]
        yield* createZone(owner, zone)
        yield* write(zone, answering.commonNameservers)
        const claims = Array.from({ length: 3 }, () => Effect.ignore(claim(owner, zone)))
        yield* Effect.all(claims, { concurrency: "unbounded" })
        yield* TestClock.adjust("9 seconds")
        yield* write(zone, answering.ownNameservers)
        assert.strictEqual((yield* claim(owner, zone)).ownership.state, "unproven")
        assert.strictEqual(yield* timesAsked(zone), 1)
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* claim(owner, zone)).ownership.state, "proven")
        assert.strictEqual(yield* timesAsked(zone), 2)
      }))

    it.effect("are refused while another claim of the zone is being checked, for any time", () =>
      Effect.gen(function*() {
        const [owner, zone] = [yield* customer(), newName()]
        yield* createZone(owner, zone)
        yield* write(zone, answering.ownNameservers)
        const refused = Effect.flatMap(
          Effect.flip(claim(owner, zone)),
          (error) =>
            Effect.sync(() =>
              assert.deepInclude(error, { _tag: "ZoneCheckInProgress", zone_name: zone, retry_after: 5 })
            )
        )
        yield* duringCheck(
          zone,
          Effect.andThen(refused, Effect.andThen(TestClock.adjust("12 seconds"), refused))
        )
        assert.strictEqual((yield* claim(owner, zone)).ownership.state, "proven")
        assert.strictEqual(yield* timesAsked(zone), 1)
      }))

    it.effect("are checked anew 15 seconds after a check whose process ended, and do not return an older result", () =>
      Effect.gen(function*() {
        const [owner, zone] = [yield* customer(), newName()]
        yield* createZone(owner, zone)
        yield* write(zone, answering.ownNameservers)
        yield* duringCheck(zone, Effect.die(new Error("The process ended")))
        yield* Effect.exit(claim(owner, zone))
        yield* TestClock.adjust("14 seconds")
        assert.strictEqual(yield* refusalOf(claim(owner, zone)), "ZoneCheckInProgress")
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* claim(owner, zone)).ownership.state, "proven")
      }))

    it.effect("name the zone as the caller did when it is deleted during the check", () =>
      Effect.gen(function*() {
        const [owner, zone] = [yield* customer(), newName()]
        yield* createZone(owner, zone)
        const { remove } = yield* Zones
        yield* duringCheck(zone, owner.act(remove(zone)))
        const error = yield* Effect.flip(claim(owner, zone))
        assert.deepInclude(error, { _tag: "ZoneNotFound", zone_name: zone })
      }))

    it.effect("need the right to manage zones, and a zone of the organization", () =>
      Effect.gen(function*() {
        const [owner, other, zone] = [yield* customer(), yield* customer(), newName()]
        yield* createZone(owner, zone)
        const claims = yield* ZoneClaims
        const reader = { ...owner.actor, permissions: new Set(["dns:read" as const]) }
        assert.strictEqual(
          yield* refusalOf(Effect.provideService(claims.claim(zone), CurrentActor, reader)),
          "PermissionDenied"
        )
        assert.strictEqual(yield* refusalOf(claim(other, zone)), "ZoneNotFound")
        assert.strictEqual(yield* timesAsked(zone), 0)
      }))
  })

  layer(platform)(`Claims of several organizations (${name})`, (it) => {
    it.effect("displace an unproven zone of another organization that is served", () =>
      Effect.gen(function*() {
        const [squatter, owner, zone] = [yield* customer(), yield* customer(), newName()]
        const trust = yield* ZoneOwnershipStore
        yield* trust.setTrusted(squatter.organization_id, true, yield* Instant.now)
        yield* createZone(squatter, zone)
        assert.strictEqual(yield* ownershipOf(squatter, zone), "unproven served not_checked")
        yield* createZone(owner, zone)
        assert.strictEqual(yield* ownershipOf(owner, zone), "unproven not_checked served_for_another")
        yield* write(zone, answering.ownNameservers)
        yield* claim(owner, zone)
        assert.strictEqual(yield* ownershipOf(owner, zone), "proven own_nameservers served")
        assert.strictEqual(yield* ownershipOf(squatter, zone), "unproven served_for_another")
        assert.strictEqual(yield* refusalOf(claim(squatter, zone)), "ZoneDisplaced")
      }))

    it.effect("are refused while another organization owns the domain, with any result of the public DNS", () =>
      Effect.gen(function*() {
        const [holder, other] = [yield* customer(), yield* customer()]
        const zone = `held-${newName()}`
        yield* createZone(other, zone)
        yield* write(zone, answering.ownNameservers)
        yield* register(holder, zone)
        assert.strictEqual(yield* refusalOf(claim(other, zone)), "ZoneDisplaced")
        assert.strictEqual(yield* refusalOf(createZone(other, zone)), "ZoneNameHeld")
        yield* createZone(holder, zone)
        yield* claim(holder, zone)
        assert.strictEqual(yield* ownershipOf(holder, zone), "held served")
        assert.strictEqual(yield* timesAsked(zone), 0)
      }))
  })

  layer(platform)(`Proofs (${name})`, (it) => {
    const provenZone = Effect.fnUntraced(function*(answers = answering.ownNameservers) {
      const [owner, zone] = [yield* customer(), newName()]
      yield* createZone(owner, zone)
      yield* write(zone, answers)
      yield* claim(owner, zone)
      assert.strictEqual((yield* zoneOf(owner, zone)).ownership, "proven")
      return { owner, zone }
    })

    it.effect("are checked once a day, and end when three checks in a row have failed", () =>
      Effect.gen(function*() {
        const { owner, zone } = yield* provenZone()
        yield* nextDay
        assert.strictEqual(yield* timesAsked(zone), 2)
        yield* write(zone, answering.elsewhere)
        for (const day of [1, 2]) {
          yield* nextDay
          assert.strictEqual(
            yield* ownershipOf(owner, zone),
            "proven own_nameservers served delegated_elsewhere challenge_missing",
            `day ${day}`
          )
        }
        yield* nextDay
        assert.strictEqual(yield* ownershipOf(owner, zone), "unproven delegated_elsewhere challenge_missing")
        const { dns_zone_id } = yield* zoneOf(owner, zone)
        const messages = (yield* eventListOf(owner, dns_zone_id)).map(({ event_data }) => event_data.message)
        assert.deepStrictEqual(messages.map((text) => text?.replace(/:.*/, "")), [
          `The ownership of zone ${zone} was proven`,
          `A check found no proof of the ownership of zone ${zone}`,
          `The ownership of zone ${zone} is no longer proven; the zone is no longer served`
        ])
        assert.include(messages[1], "is delegated to ns1.hoster.example., ns2.hoster.example.")
        const { checked_on } = yield* zoneOf(owner, zone)
        yield* nextDay
        assert.deepStrictEqual((yield* zoneOf(owner, zone)).checked_on, checked_on)
      }))

    it.effect("survive failures that are not three in a row, and nameservers that disagree or are silent", () =>
      Effect.gen(function*() {
        const { owner, zone } = yield* provenZone()
        const days = ["commonNameservers", "disputed", "ownNameservers", "elsewhere", "silence", "elsewhere"] as const
        for (const day of days) {
          yield* write(zone, answering[day])
          yield* nextDay
          assert.strictEqual((yield* zoneOf(owner, zone)).ownership, "proven", day)
        }
        assert.strictEqual((yield* zoneOf(owner, zone)).failed_checks, 2)
        yield* write(zone, answering.disputed)
        yield* nextDay
        assert.strictEqual((yield* zoneOf(owner, zone)).ownership, "unproven")
      }))

    it.effect("do not end sooner because of more claims, or a check that is repeated after a crash", () =>
      Effect.gen(function*() {
        const { owner, zone } = yield* provenZone()
        yield* write(zone, answering.elsewhere)
        yield* nextDay
        const claims = yield* ZoneClaims
        const { dns_zone_id } = yield* zoneOf(owner, zone)
        for (const _ of [1, 2, 3]) {
          yield* TestClock.adjust("10 seconds")
          yield* claim(owner, zone)
          yield* claims.recheck(dns_zone_id)
        }
        assert.strictEqual(yield* timesAsked(zone), 5)
        const { failed_checks, ownership } = yield* zoneOf(owner, zone)
        assert.deepStrictEqual({ failed_checks, ownership }, { failed_checks: 1, ownership: "proven" })
      }))

    it.effect("that have ended are renewed by a claim", () =>
      Effect.gen(function*() {
        const { owner, zone } = yield* provenZone()
        yield* write(zone, answering.elsewhere)
        yield* Effect.all([nextDay, nextDay, nextDay])
        assert.strictEqual(yield* ownershipOf(owner, zone), "unproven delegated_elsewhere challenge_missing")
        yield* write(zone, answering.challengeOf())
        yield* claim(owner, zone)
        assert.strictEqual(yield* ownershipOf(owner, zone), "proven challenge served")
      }))
  })

  layer(platform)(`Zones of former holders (${name})`, (it) => {
    it.effect("are served until three checks have found the name delegated elsewhere", () =>
      Effect.gen(function*() {
        const [owner, zone] = [yield* customer(), newName()]
        yield* createZone(owner, zone)
        yield* restate(yield* zoneOf(owner, zone), {
          was_held: true,
          is_served: true,
          check_due_on: yield* Instant.now
        })
        yield* write(zone, answering.commonNameservers)
        yield* round
        for (const _ of [1, 2, 3, 4]) yield* nextDay
        assert.strictEqual(yield* ownershipOf(owner, zone), "unproven served delegation_shared challenge_missing")
        yield* write(zone, answering.elsewhere)
        for (const _ of [1, 2]) yield* nextDay
        assert.strictEqual(yield* ownershipOf(owner, zone), "unproven served delegated_elsewhere challenge_missing")
        yield* nextDay
        assert.strictEqual(yield* ownershipOf(owner, zone), "unproven delegated_elsewhere challenge_missing")
        const messages = (yield* eventListOf(owner)).map(({ event_data }) => event_data.message)
        assert.include(messages, `Zone ${zone} is no longer served`)
      }))
  })
}
