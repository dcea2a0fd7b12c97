import { assert, layer } from "@effect/vitest"
import {
  challengeName,
  OwnershipChallenges,
  TrustedOrganizations,
  type Zone,
  Zones,
  ZoneStore
} from "@namewright/core/dns"
import { OutboundTransfers } from "@namewright/core/domains"
import { Instant, newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { remove, restore, settled } from "../../domains/domainRequests.ts"
import {
  type Customer,
  customer,
  eventListOf,
  passDays,
  passManyDays,
  register,
  requestAway,
  round,
  suborganization,
  transferIn
} from "../../domains/DomainsPlatform.ts"
import { upsertOf } from "../zoneOf.ts"
import {
  answering,
  claim,
  type claimsPlatformOn,
  createZone,
  isDisplaced,
  named,
  numberedNames,
  ownershipOf,
  servedFor,
  write,
  zoneOf
} from "./ClaimsPlatform.ts"

const messagesOf = (owner: Customer) =>
  Effect.map(
    eventListOf(owner),
    (events) => events.map(({ event_data, object_type }) => `${object_type}: ${event_data.message}`)
  )

const newName = numberedNames("holder")

/** Ownership of zones after changes of the holder, consents and trust, on one database. */
export const holderSuite = (name: string, platform: ReturnType<typeof claimsPlatformOn>) => {
  layer(platform)(`Zones and the holders of domains (${name})`, (it) => {
    it.effect("belong to the holder from the completion of a registration on, its own earlier zones as well", () =>
      Effect.gen(function*() {
        const [owner, squatter] = [yield* customer(), yield* customer()]
        const zone = `pending-${newName()}`
        yield* createZone(owner, zone)
        yield* createZone(squatter, `shop.${zone}`)
        yield* register(owner, zone)
        assert.strictEqual(yield* ownershipOf(owner, zone), "unproven not_checked")
        assert.isFalse(yield* isDisplaced(squatter, `shop.${zone}`))
        yield* TestClock.adjust("10 minutes")
        yield* round
        yield* round
        assert.strictEqual(yield* ownershipOf(owner, zone), "held served")
        assert.isTrue(yield* isDisplaced(squatter, `shop.${zone}`))
        assert.include(
          yield* messagesOf(owner),
          `DOMAIN: 1 zone of other organizations at ${zone} and below was displaced`
        )
      }))

    it.effect("are not displaced by a refused registration", () =>
      Effect.gen(function*() {
        const [owner, other] = [yield* customer(), yield* customer()]
        const zone = `pending-refused-${newName()}`
        yield* createZone(other, zone)
        yield* register(owner, zone)
        yield* TestClock.adjust("10 minutes")
        yield* round
        assert.isFalse(yield* isDisplaced(other, zone))
      }))

    it.effect("belong to the holder from the completion of an inbound transfer on", () =>
      Effect.gen(function*() {
        const [owner, squatter] = [yield* customer(), yield* customer()]
        const zone = newName("swift")
        yield* createZone(squatter, zone)
        yield* createZone(owner, zone)
        yield* transferIn(owner, zone)
        yield* round
        assert.strictEqual(yield* ownershipOf(owner, zone), "held served")
        assert.isTrue(yield* isDisplaced(squatter, zone))
      }))

    it.effect("are served after a deletion, until a restore makes them the holder's again, who displaces others", () =>
      Effect.gen(function*() {
        const [owner, other] = [yield* customer(), yield* customer()]
        const zone = newName()
        const domain = yield* settled(owner, zone)
        yield* createZone(owner, zone)
        yield* createZone(owner, `www.${zone}`)
        yield* remove(owner, domain)
        for (const one of [zone, `www.${zone}`]) {
          assert.strictEqual(yield* ownershipOf(owner, one), "unproven served not_checked")
        }
        const late = yield* createZone(other, zone)
        assert.isFalse(late.ownership.is_served)
        yield* restore(owner, domain)
        yield* round
        for (const one of [zone, `www.${zone}`]) assert.strictEqual(yield* ownershipOf(owner, one), "held served")
        assert.isTrue(yield* isDisplaced(other, zone))
      }))

    it.effect("are served after the end of redemption until another organization registers the name", () =>
      Effect.gen(function*() {
        const [owner, next] = [yield* customer(), yield* customer()]
        const zone = newName()
        const domain = yield* settled(owner, zone)
        yield* createZone(owner, zone)
        yield* write(zone, answering.silence)
        yield* remove(owner, domain)
        yield* passManyDays(40)
        assert.strictEqual(yield* servedFor(zone), owner.organization_id)
        const before = yield* zoneOf(owner, zone)
        yield* register(next, zone)
        assert.isUndefined(yield* servedFor(zone))
        assert.isTrue(yield* isDisplaced(owner, zone))
        const { serial } = yield* createZone(next, zone)
        assert.isAbove(serial, before.serial)
        assert.strictEqual(yield* servedFor(zone), next.organization_id)
        assert.include(
          yield* messagesOf(owner),
          `UNKNOWN: Zone ${zone} was displaced: another organization holds ${zone}. It can be read and exported for 30 days`
        )
      }))

    it.effect("are served after the domain was transferred away, until it is delegated elsewhere", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const zone = newName("slow")
        const domain = yield* register(owner, zone)
        yield* createZone(owner, zone)
        yield* requestAway(domain)
        yield* round
        assert.strictEqual(yield* ownershipOf(owner, zone), "held served")
        const { decide } = yield* OutboundTransfers
        yield* owner.act(decide(domain.domain_id, { action: "approve" }))
        yield* round
        assert.match(yield* ownershipOf(owner, zone), /^unproven served /)
        yield* write(zone, answering.elsewhere)
        yield* passDays(4)
        assert.match(yield* ownershipOf(owner, zone), /^unproven delegated_elsewhere/)
      }))

    it.effect("of a parent are kept when its suborganization registers the name, and those of others are displaced", () =>
      Effect.gen(function*() {
        const parent = yield* customer()
        const [child, sibling] = [yield* suborganization(parent), yield* suborganization(parent)]
        const zone = newName()
        yield* createZone(parent, zone)
        yield* createZone(sibling, `www.${zone}`)
        yield* register(child, zone)
        assert.strictEqual(yield* ownershipOf(parent, zone), "held served")
        assert.isTrue(yield* isDisplaced(sibling, `www.${zone}`))
        const refusal = yield* Effect.flip(createZone(child, zone))
        assert.strictEqual(refusal._tag, "ZoneAlreadyExists")
      }))
  })

  layer(platform)(`The consent of the zone above (${name})`, (it) => {
    /** A holder's zone, and a zone of another organization below it, which was there before. */
    const guest = Effect.gen(function*() {
      const [holder, other] = [yield* customer(), yield* customer()]
      const zone = newName()
      const below = `shop.${zone}`
      yield* register(holder, zone)
      yield* createZone(holder, zone)
      const { value } = yield* OwnershipChallenges.use(({ of }) => of(other.organization_id, named(below)))
      const records = [{ rdata: value }]
      const consent = { name: challengeName(named(below)), type: "TXT", ttl: 300, records } as const
      const zones = yield* Zones
      const give = holder.act(zones.patchRrsets(zone, { ops: [{ op: "upsert", rrset: consent }] }))
      const takeBack = holder.act(zones.patchRrsets(zone, { ops: [{ op: "remove", rrset: consent }] }))
      return { holder, other, zone, below, give, takeBack }
    })

    it.effect("ends with its record, after which the holder's own zone of the name is served", () =>
      Effect.gen(function*() {
        const { below, give, holder, other, takeBack, zone } = yield* guest
        yield* give
        yield* createZone(other, below)
        assert.strictEqual(yield* ownershipOf(other, below), "proven consent served")
        yield* createZone(holder, below)
        assert.strictEqual(yield* ownershipOf(holder, below), "held served_for_another")
        yield* takeBack
        yield* round
        assert.isTrue(yield* isDisplaced(other, below))
        assert.strictEqual(yield* servedFor(below), holder.organization_id)
        assert.strictEqual(yield* servedFor(zone), holder.organization_id)
      }))

    it.effect("lets its organization create zones below, which end with it", () =>
      Effect.gen(function*() {
        const { below, give, other, takeBack } = yield* guest
        yield* give
        yield* createZone(other, below)
        yield* createZone(other, `eu.${below}`)
        assert.strictEqual(yield* ownershipOf(other, `eu.${below}`), "proven consent served")
        yield* takeBack
        yield* round
        for (const one of [below, `eu.${below}`]) assert.isTrue(yield* isDisplaced(other, one))
      }))

    it.effect("is checked once a day, however often the zone above is checked", () =>
      Effect.gen(function*() {
        const [owner, other] = [yield* customer(), yield* customer()]
        const zone = newName()
        const below = `shop.${zone}`
        yield* createZone(owner, zone)
        yield* write(zone, answering.ownNameservers)
        yield* claim(owner, zone)
        yield* TestClock.adjust("12 hours")
        const { value } = yield* OwnershipChallenges.use(({ of }) => of(other.organization_id, named(below)))
        const consent = {
          name: challengeName(named(below)),
          type: "TXT",
          ttl: 300,
          records: [{ rdata: value }]
        } as const
        const zones = yield* Zones
        yield* owner.act(zones.patchRrsets(zone, { ops: [{ op: "upsert", rrset: consent }] }))
        yield* createZone(other, below)
        const { check_due_on: first } = yield* zoneOf(other, below)
        yield* TestClock.adjust("12 hours")
        yield* round
        const { check_due_on: afterCheckAbove } = yield* zoneOf(other, below)
        assert.deepStrictEqual(afterCheckAbove, first)
        yield* TestClock.adjust("12 hours")
        yield* round
        const { check_due_on } = yield* zoneOf(other, below)
        assert.deepStrictEqual(check_due_on, DateTime.add(yield* Instant.now, { hours: 24 }))
      }))

    it.effect("ends with the zone that contains its record", () =>
      Effect.gen(function*() {
        const { below, give, holder, other, zone } = yield* guest
        yield* give
        yield* createZone(other, below)
        yield* round
        assert.strictEqual(yield* servedFor(below), other.organization_id)
        const { remove: removeZone } = yield* Zones
        yield* holder.act(removeZone(zone))
        assert.isTrue(yield* isDisplaced(other, below))
      }))
  })

  layer(platform)(`Trusted organizations (${name})`, (it) => {
    it.effect("have their unproven zones served, earlier and later ones, until trust ends", () =>
      Effect.gen(function*() {
        const [hoster, stranger] = [yield* customer(), yield* customer()]
        const [first, second] = [newName(), newName()]
        const { set } = yield* TrustedOrganizations
        yield* createZone(hoster, first)
        assert.isUndefined(yield* servedFor(first))
        yield* set(hoster.organization_id, true)
        yield* round
        yield* createZone(hoster, second)
        for (const one of [first, second]) assert.strictEqual(yield* servedFor(one), hoster.organization_id)
        yield* createZone(stranger, first)
        assert.strictEqual(yield* servedFor(first), hoster.organization_id)
        yield* set(hoster.organization_id, false)
        yield* round
        for (const one of [first, second]) assert.isUndefined(yield* servedFor(one))
        assert.include(yield* messagesOf(hoster), `UNKNOWN: Zone ${first} is no longer served`)
      }))

    it.effect("are displaced by holders as all others, and are not served below the zones of others", () =>
      Effect.gen(function*() {
        const [hoster, holder] = [yield* customer(), yield* customer()]
        const zone = newName()
        const { set } = yield* TrustedOrganizations
        yield* set(hoster.organization_id, true)
        yield* createZone(hoster, zone)
        yield* register(holder, zone)
        assert.isTrue(yield* isDisplaced(hoster, zone))
        assert.strictEqual((yield* Effect.flip(createZone(hoster, `www.${zone}`)))._tag, "ZoneNameHeld")
      }))

    it.effect("must exist", () =>
      Effect.gen(function*() {
        const { set } = yield* TrustedOrganizations
        assert.strictEqual((yield* Effect.flip(set(yield* newOrganizationId, true)))._tag, "UnknownOrganization")
      }))
  })

  layer(platform)(`Zones from before ownership (${name})`, (it) => {
    it.effect("belong to their holder at the first check, are displaced by another holder, and are served otherwise", () =>
      Effect.gen(function*() {
        const [owner, other] = [yield* customer(), yield* customer()]
        const [own, foreign, unknown] = [newName(), newName(), newName()]
        for (const one of [own, foreign, unknown]) {
          yield* createZone(owner, one)
          yield* write(one, answering.silence)
        }
        yield* register(owner, own)
        yield* register(other, foreign)
        // The members that the migration stores for all zones.
        const migrated = {
          ownership: "unproven",
          was_held: true,
          is_served: true,
          displaced_on: null,
          missing: []
        } as const
        const store = yield* ZoneStore
        for (const one of [own, foreign, unknown]) {
          const zone = yield* zoneOf(owner, one)
          yield* store.update(zone, { ...zone, ...migrated, check_due_on: zone.created_on })
          assert.strictEqual(yield* servedFor(one), owner.organization_id)
        }
        yield* round
        assert.strictEqual(yield* ownershipOf(owner, own), "held served")
        assert.isTrue(yield* isDisplaced(owner, foreign))
        assert.include((yield* messagesOf(owner)).join(), `Zone ${foreign} was displaced`)
        assert.strictEqual(yield* ownershipOf(owner, unknown), "unproven served check_incomplete")
      }))
  })

  layer(platform)(`Displaced zones (${name})`, (it) => {
    it.effect("are counted for the new holder, which does not learn the names of other organizations' zones", () =>
      Effect.gen(function*() {
        const [owner, other, holder] = [yield* customer(), yield* customer(), yield* customer()]
        const zone = newName()
        for (const label of ["merger", "vpn"]) yield* createZone(owner, `${label}.${zone}`)
        yield* createZone(other, `secret.${zone}`)
        yield* register(holder, zone)
        const messages = yield* messagesOf(holder)
        assert.include(messages, `DOMAIN: 3 zones of other organizations at ${zone} and below were displaced`)
        assert.notMatch(messages.join(), /merger|vpn|secret/)
      }))

    it.effect("are refused with the day and the reason", () =>
      Effect.gen(function*() {
        const [owner, holder] = [yield* customer(), yield* customer()]
        const zone = newName()
        yield* createZone(owner, zone)
        yield* register(holder, zone)
        const day = DateTime.formatIsoDateUtc(yield* Instant.now)
        const { message } = yield* Effect.flip(claim(owner, zone))
        assert.strictEqual(
          message,
          `Zone ${zone}. was displaced on ${day}: another organization has the right to its name. ` +
            "It can be read, exported and deleted"
        )
      }))

    it.effect("can be read and exported for 30 days, and are removed then", () =>
      Effect.gen(function*() {
        const [owner, holder] = [yield* customer(), yield* customer()]
        const zone = newName()
        const rrset = { name: "www", type: "A" as const, ttl: 300, records: [{ rdata: "192.0.2.1" }] }
        yield* createZone(owner, zone, { rrsets: [rrset] })
        yield* register(holder, zone)
        const zones = yield* Zones
        const refusals = [
          zones.patchRrsets(zone, { ops: [upsertOf(rrset) as never] }),
          zones.replaceRrsets(zone, { rrsets: [] }),
          zones.importMasterFile(zone, ""),
          zones.restore(zone, 1)
        ]
        for (const refused of refusals) {
          assert.strictEqual((yield* Effect.flip(owner.act(refused)))._tag, "ZoneDisplaced")
        }
        yield* passManyDays(29)
        assert.include((yield* owner.act(zones.exportMasterFile(zone))).text, "192.0.2.1")
        const { dns_zone_id } = yield* zoneOf(owner, zone)
        yield* passDays(2)
        const store = yield* ZoneStore
        assert.deepStrictEqual(yield* store.find(dns_zone_id), Option.none<Zone>())
        assert.include(
          yield* messagesOf(owner),
          `UNKNOWN: Zone ${zone} is deleted, 30 days after it was displaced`
        )
      }))
  })
}
