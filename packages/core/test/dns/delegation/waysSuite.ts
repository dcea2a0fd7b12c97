import { assert, layer } from "@effect/vitest"
import { ZoneChanges, Zones, ZoneStore } from "@namewright/core/dns"
import { Effect } from "effect"
import { sentBy } from "../../../../../test/sentStatements.ts"
import { testSize } from "../../../../../test/testSize.ts"
import { customer, register, suborganization } from "../../domains/DomainsPlatform.ts"
import { answering, claim, type claimsPlatformOn, createZone, named, write } from "../ownership/ClaimsPlatform.ts"
import { rrsetOf } from "../rrsetOf.ts"
import {
  assign,
  daily,
  delegations,
  delegationsOrNone,
  type Family,
  ours,
  patch,
  removeZone,
  sub,
  vanitySet,
  ways,
  zoneOf
} from "./delegationWays.ts"

/** Every way in which a child zone appears, disappears or changes, on one database. */
export const waysSuite = (name: string, platform: ReturnType<typeof claimsPlatformOn>) => {
  let made = 0
  const newFamily = Effect.gen(function*() {
    const top = `ways${++made}.com`
    const family: Family = { owner: yield* customer(), other: yield* customer(), top, sub: `sub.${top}` }
    return family
  })

  layer(platform)(`The zone above a child zone delegates what is served (${name})`, (it) => {
    for (const way of ways) {
      it.effect(`after ${way.title}`, () =>
        Effect.gen(function*() {
          const family = yield* newFamily
          const { owner, top } = family
          if (way.isUnregistered !== true) yield* register(owner, top)
          const shown = (lines: ReadonlyArray<string>) => lines.map((line) => line.replaceAll("$", top))
          if (way.before !== undefined) yield* Effect.orDie(way.before(family))
          assert.deepStrictEqual(yield* delegationsOrNone(owner, top), shown(way.from))
          yield* Effect.orDie(way.step(family))
          assert.deepStrictEqual(yield* delegations(owner, top), shown(way.to))
        }))
    }

    it.effect("if it belongs to the parent of the organization above", () =>
      Effect.gen(function*() {
        const { owner: parent, sub: child, top } = yield* newFamily
        const owner = yield* suborganization(parent)
        yield* register(owner, top)
        yield* createZone(owner, top)
        yield* createZone(parent, child)
        assert.deepStrictEqual(yield* delegations(owner, top), [sub])
      }))

    it.effect("and occludes records of the zone above, with a warning to its creator, until it is removed", () =>
      Effect.gen(function*() {
        const { owner, sub: child, top } = yield* newFamily
        yield* register(owner, top)
        yield* createZone(owner, top, {
          rrsets: [rrsetOf("www.sub", "A", "192.0.2.1"), rrsetOf("subx", "A", "192.0.2.2")]
        })
        const { warnings } = yield* createZone(owner, child)
        assert.deepStrictEqual(warnings.map(({ loc, msg, type }) => [type, loc.join("."), msg]), [[
          "delegation_occluded",
          "body.name",
          `www.sub.${top}. A of the zone above is hidden by the delegation of ${child}.`
        ]])
        const { warnings: later } = yield* patch(owner, top, "upsert", rrsetOf("ftp.sub", "A", "192.0.2.3"))
        assert.deepStrictEqual(later.map(({ type }) => type), ["delegation_occluded"])
        yield* removeZone(owner, child)
        const zones = yield* Zones
        const { rrsets } = yield* owner.act(zones.get(top, []))
        assert.includeMembers(rrsets.map(({ name: own }) => own), ["www.sub", "ftp.sub", "subx"])
        assert.deepStrictEqual((yield* createZone(owner, `x${child}`)).warnings, [])
      }))

    it.effect("and takes over a delegation of its owner to names that were generated for the organization", () =>
      Effect.gen(function*() {
        const { other, owner, sub: child, top } = yield* newFamily
        yield* register(owner, top)
        const { ownership: { nameservers } } = yield* createZone(owner, top)
        yield* patch(owner, top, "upsert", rrsetOf("sub", "NS", ...nameservers))
        const { ownership: { nameservers: theirs } } = yield* createZone(
          other,
          `theirs.${other.organization_id.slice(-8)}.com`
        )
        yield* patch(owner, top, "upsert", rrsetOf("other", "NS", ...theirs))
        yield* createZone(owner, child)
        assert.deepStrictEqual(yield* delegations(owner, top), [sub])
        const refusal = yield* Effect.flip(createZone(owner, `other.${top}`))
        assert.strictEqual(refusal._tag, "ZoneValidationFailed")
      }))
  })

  layer(platform)(`The cost of a child zone (${name})`, (it) => {
    it.effect("does not grow with the number of child zones beside it", () =>
      Effect.gen(function*() {
        const { other, owner, top } = yield* newFamily
        yield* register(owner, top)
        yield* createZone(owner, top)
        const proven = `proven.${other.organization_id.slice(-8)}.com`
        yield* createZone(other, proven)
        yield* write(proven, answering.ownNameservers)
        yield* claim(other, proven)
        for (const [who, parent] of [[owner, top], [other, proven]] as const) {
          const make = (label: string) =>
            Effect.map(
              sentBy("create", createZone(who, `${label}.${parent}`)),
              ({ sent }) => sent.map(({ text }) => text.replaceAll(/\s+/g, " "))
            )
          const remove = (label: string) =>
            Effect.map(sentBy("remove", removeZone(who, `${label}.${parent}`)), ({ sent }) => sent.length)
          yield* make("zero")
          const first = yield* make("first")
          const removed = yield* remove("first")
          for (let index = 0; index < testSize(100, 300); index++) yield* createZone(who, `n${index}.${parent}`)
          assert.deepStrictEqual(yield* make("last"), first)
          assert.strictEqual(yield* remove("last"), removed)
          assert.isBelow(first.length, 40)
          const { sent } = yield* sentBy("patch", patch(who, parent, "upsert", rrsetOf("www", "A", "192.0.2.1")))
          assert.isBelow(sent.length, 15)
        }
      }), 60_000)
  })

  layer(platform)(`The daily comparison of delegations (${name})`, (it) => {
    it.effect("delegates zones that were there before, and corrects glue and delegations of nothing", () =>
      Effect.gen(function*() {
        const { owner, sub: child, top } = yield* newFamily
        yield* register(owner, top)
        for (const zone of [top, child, `a.${child}`, `b.${top}`, `c.b.${top}`]) yield* createZone(owner, zone)
        yield* patch(owner, child, "upsert", rrsetOf("ns1", "A", "192.0.2.53"))
        yield* assign(owner, child, yield* vanitySet(owner, `ns1.${child}`))
        const wanted = [`b ${ours}`, `sub NS ns1.${child}.`, "ns1.sub A 192.0.2.53"]
        const nested = [[`a ${ours}`], [`c ${ours}`]]
        const changes = yield* ZoneChanges
        const store = yield* ZoneStore
        const shown = Effect.all([delegations(owner, child), delegations(owner, `b.${top}`)])
        assert.deepStrictEqual(yield* delegations(owner, top), wanted)
        assert.deepStrictEqual(yield* shown, nested)

        for (const zone of [top, child]) {
          const stored = yield* zoneOf(owner, zone)
          const before = yield* store.childRrsets(stored, stored.name)
          yield* changes.change(stored.dns_zone_id, "system", () =>
            Effect.succeed({
              rrsets: before.map((rrset) => ({
                name: rrset.name,
                type: rrset.type,
                before: rrset,
                after: rrset.type === "A" ? { ...rrset, records: ["192.0.2.99"] } : null
              }))
            }))
        }
        const stray = yield* zoneOf(owner, top)
        const gone = {
          name: named(`gone.${top}`),
          type: "NS" as const,
          ttl: 300,
          records: ["ns1.namewright.test."],
          protected_reason: "CHILD_ZONE" as const
        }
        yield* changes.change(
          stray.dns_zone_id,
          "system",
          () => Effect.succeed({ rrsets: [{ name: gone.name, type: gone.type, before: null, after: gone }] })
        )
        assert.deepStrictEqual(yield* delegations(owner, top), ["gone NS ns1.namewright.test.", "ns1.sub A 192.0.2.99"])

        yield* daily
        assert.deepStrictEqual(yield* delegations(owner, top), wanted)
        assert.deepStrictEqual(yield* shown, nested)
        const { serial } = yield* zoneOf(owner, top)
        yield* daily
        assert.strictEqual((yield* zoneOf(owner, top)).serial, serial)
      }))

    it.effect("continues page by page through any number of zones", () =>
      Effect.gen(function*() {
        const { owner, top } = yield* newFamily
        // More than one page of 500.
        const zones = testSize(505, 620)
        yield* register(owner, top)
        for (let index = 0; index < zones; index++) yield* createZone(owner, `n${index}.${top}`)
        const { dns_zone_id } = yield* createZone(owner, top)
        const store = yield* ZoneStore
        const changes = yield* ZoneChanges
        const { name: apex } = yield* zoneOf(owner, top)
        const all = yield* store.childRrsets({ dns_zone_id, name: apex }, apex)
        assert.lengthOf(all, zones)
        yield* changes.change(dns_zone_id, "system", () =>
          Effect.succeed({
            rrsets: all.map((before) => ({ name: before.name, type: before.type, before, after: null }))
          }))
        yield* daily
        assert.deepStrictEqual(yield* store.childRrsets({ dns_zone_id, name: apex }, apex), all)
      }), 60_000)
  })
}
