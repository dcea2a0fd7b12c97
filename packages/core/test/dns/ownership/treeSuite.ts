import { assert, layer } from "@effect/vitest"
import {
  challengeName,
  OwnershipChallenges,
  TrustedOrganizations,
  ZoneOwnershipStore,
  Zones
} from "@namewright/core/dns"
import { Effect } from "effect"
import { type Customer, customer, register, round, suborganization } from "../../domains/DomainsPlatform.ts"
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
  write
} from "./ClaimsPlatform.ts"

const newName = numberedNames("tree")

/** Displacement within families of organizations, and in trees of more zones than a transaction reviews. */
export const treeSuite = (name: string, platform: ReturnType<typeof claimsPlatformOn>) => {
  layer(platform)(`Zones of suborganizations (${name})`, (it) => {
    it.effect("are displaced when the parent registers the name, as those of any other organization", () =>
      Effect.gen(function*() {
        const parent = yield* customer()
        const child = yield* suborganization(parent)
        const zone = newName()
        yield* createZone(child, zone)
        yield* register(parent, zone)
        assert.isTrue(yield* isDisplaced(child, zone))
        yield* createZone(parent, zone)
        assert.strictEqual(yield* servedFor(zone), parent.organization_id)
        assert.strictEqual((yield* Effect.flip(createZone(child, `www.${zone}`)))._tag, "ZoneNameHeld")
      }))

    it.effect("are refused beside a served zone of the parent or of a suborganization of the same name", () =>
      Effect.gen(function*() {
        const parent = yield* customer()
        const child = yield* suborganization(parent)
        for (const [first, second] of [[parent, child], [child, parent]] as const) {
          const zone = newName()
          yield* createZone(first, zone)
          yield* write(zone, answering.ownNameservers)
          yield* claim(first, zone)
          assert.strictEqual(yield* servedFor(zone), first.organization_id)
          assert.strictEqual((yield* Effect.flip(createZone(second, zone)))._tag, "ZoneAlreadyExists")
        }
      }))
  })

  layer(platform)(`Zones in a large tree (${name})`, (it) => {
    const labels = Array.from({ length: 130 }, (_, index) => `n${1000 + index}`)
    const patient = { timeout: 120_000 }

    /** A trusted organization's served zones below a name. */
    const hosted = Effect.fnUntraced(function*(zone: string) {
      const hoster = yield* customer()
      const { set } = yield* TrustedOrganizations
      yield* set(hoster.organization_id, true)
      for (const label of labels) yield* createZone(hoster, `${label}.${zone}`)
      assert.strictEqual(yield* servedFor(`${labels.at(-1)}.${zone}`), hoster.organization_id)
      return hoster
    })

    const served = (zone: string) =>
      Effect.map(
        ZoneOwnershipStore.use((store) => store.served(labels.map((label) => named(`${label}.${zone}`)))),
        (zones) => [...zones.values()].map(({ organization_id }) => organization_id)
      )

    const displacedOf = (owner: Customer, zone: string) =>
      Effect.map(
        Effect.forEach(labels, (label) => isDisplaced(owner, `${label}.${zone}`)),
        (all) => all.filter((one) => one).length
      )

    it.effect(
      "end at once with a registration by another organization, and are displaced by jobs",
      () =>
        Effect.gen(function*() {
          const zone = newName()
          const [hoster, holder] = [yield* hosted(zone), yield* customer()]
          yield* register(holder, zone)
          assert.deepStrictEqual(yield* served(zone), [])
          const first = yield* displacedOf(hoster, zone)
          assert.isAbove(first, 0)
          assert.isBelow(first, labels.length)
          yield* createZone(holder, `${labels.at(-1)}.${zone}`)
          assert.strictEqual(yield* servedFor(`${labels.at(-1)}.${zone}`), holder.organization_id)
          yield* round
          assert.strictEqual(yield* displacedOf(hoster, zone), labels.length)
          assert.deepStrictEqual(yield* served(zone), [holder.organization_id])
        }),
      patient
    )

    it.effect(
      "end at once with the proof of another organization, and are displaced by jobs",
      () =>
        Effect.gen(function*() {
          const zone = newName()
          const [hoster, owner] = [yield* hosted(zone), yield* customer()]
          yield* createZone(owner, zone)
          yield* write(zone, answering.ownNameservers)
          yield* claim(owner, zone)
          assert.deepStrictEqual(yield* served(zone), [])
          assert.isBelow(yield* displacedOf(hoster, zone), labels.length)
          yield* round
          assert.strictEqual(yield* displacedOf(hoster, zone), labels.length)
          assert.strictEqual(yield* servedFor(zone), owner.organization_id)
        }),
      patient
    )

    it.effect(
      "are served by consent exactly while the consenting zone is served",
      () =>
        Effect.gen(function*() {
          const [owner, guest] = [yield* customer(), yield* customer()]
          const zone = newName()
          const below = `shop.${zone}`
          yield* createZone(owner, zone)
          yield* write(zone, answering.ownNameservers)
          yield* claim(owner, zone)
          for (const label of labels) yield* createZone(owner, `${label}.${zone}`)
          const { value } = yield* OwnershipChallenges.use(({ of }) => of(guest.organization_id, named(below)))
          const rrset = {
            name: challengeName(named(below)),
            type: "TXT",
            ttl: 300,
            records: [{ rdata: value }]
          } as const
          const zones = yield* Zones
          yield* owner.act(zones.patchRrsets(zone, { ops: [{ op: "upsert", rrset }] }))
          yield* createZone(guest, below)
          yield* register(owner, zone)
          assert.strictEqual(yield* ownershipOf(guest, below), "proven consent served")
          yield* round
          assert.strictEqual(yield* ownershipOf(guest, below), "proven consent served")
          assert.strictEqual(yield* ownershipOf(owner, `${labels.at(-1)}.${zone}`), "held served")
          yield* owner.act(zones.remove(zone))
          assert.isUndefined(yield* servedFor(below))
          yield* round
          assert.isTrue(yield* isDisplaced(guest, below))
          assert.deepStrictEqual(new Set(yield* served(zone)), new Set([owner.organization_id]))
        }),
      patient
    )
  })
}
