import { assert, layer } from "@effect/vitest"
import { OwnershipChallenges, ZonePublications, Zones } from "@namewright/core/dns"
import { Effect, type Layer, Option } from "effect"
import { customer } from "../../domains/DomainsPlatform.ts"
import { HeldUp, keysOf, type onSqlite, pass, progressOf, stateOf, tagsOf, zoneNow } from "../dnssec/SigningPlatform.ts"
import { family, ours } from "./Family.ts"

type Platform = Layer.Success<typeof onSqlite>

const rrset = (name: string, type: "A" | "CNAME" | "DNAME" | "NS" | "TXT", ...records: ReadonlyArray<string>) => ({
  name,
  type,
  ttl: 300,
  records: records.map((rdata) => ({ rdata }))
})

export const delegationSuite = (name: string, platform: Layer.Layer<Platform>) => {
  layer(platform)(`A child zone of a hosted zone (${name})`, (it) => {
    it.effect("is delegated in the zone above until it is removed", () =>
      Effect.gen(function*() {
        const { delegation, get, make, remove, top } = yield* family()
        const { drain } = yield* ZonePublications
        const child = `sub.${top}`
        yield* make(top)
        yield* make(child)
        const { serial } = yield* get(top)
        assert.deepStrictEqual(yield* delegation(top, child), [ours])
        yield* drain
        yield* remove(child)
        assert.deepStrictEqual(yield* delegation(top, child), [])
        assert.isAbove((yield* get(top)).serial, serial)
      }))

    it.effect("shows in the history of the zone above, under one serial each time", () =>
      Effect.gen(function*() {
        const { act, make, remove, top } = yield* family()
        const zones = yield* Zones
        yield* make(top)
        yield* make(`sub.${top}`)
        yield* remove(`sub.${top}`)
        const { items } = yield* act(zones.versions(top, { page: 1, page_size: 10 }))
        assert.deepStrictEqual(items.map(({ cause }) => cause), ["child_zone", "child_zone", "create"])
      }))

    it.effect("is delegated by the nearest zone above, also by one that is created between until that is removed", () =>
      Effect.gen(function*() {
        const { delegation, make, remove, top } = yield* family()
        const [middle, deep, side] = [`b.${top}`, `a.b.${top}`, `side.${top}`]
        for (const zone of [deep, top, side]) yield* make(zone)
        assert.deepStrictEqual(yield* delegation(top, deep), [ours])
        yield* make(middle)
        assert.deepStrictEqual(
          yield* Effect.all([delegation(top, middle), delegation(top, deep), delegation(middle, deep)]),
          [[ours], [], [ours]]
        )
        yield* remove(middle)
        assert.deepStrictEqual(yield* Effect.all([delegation(top, middle), delegation(top, deep)]), [[], [ours]])
        assert.deepStrictEqual(yield* delegation(top, side), [ours])
        yield* remove(top)
        yield* make(top)
        assert.deepStrictEqual(yield* Effect.all([delegation(top, deep), delegation(top, side)]), [[ours], [ours]])
      }))

    it.effect("takes over its owner's NS RRset with the platform's nameservers, and removes it with the zone", () =>
      Effect.gen(function*() {
        const { delegation, get, make, remove, top } = yield* family()
        yield* make(top, { rrsets: [rrset("sub", "NS", "ns2.namewright.test."), rrset("www.sub", "TXT", "kept")] })
        yield* make(`sub.${top}`)
        assert.deepStrictEqual(yield* delegation(top, `sub.${top}`), [ours])
        yield* remove(`sub.${top}`)
        const { rrsets } = yield* get(top)
        assert.deepStrictEqual(rrsets.filter((one) => !one.protected).map((one) => `${one.name} ${one.type}`), [
          "www.sub TXT"
        ])
      }))

    it.effect("is not created if its owner delegates the name elsewhere, or has a conflicting CNAME or DNAME", () =>
      Effect.gen(function*() {
        const { get, make, top } = yield* family()
        yield* make(top, {
          rrsets: [
            rrset("ns", "NS", "ns1.namewright.test.", "ns.elsewhere.test."),
            rrset("cname", "CNAME", "www.elsewhere.test."),
            rrset("dname", "DNAME", "elsewhere.test.")
          ]
        })
        const before = yield* get(top)
        for (
          const [child, slug, type] of [
            ["ns", "delegation_conflict", "NS"],
            ["cname", "delegation_conflict", "CNAME"],
            ["a.dname", "dname_children", "DNAME"]
          ] as const
        ) {
          const refusal = yield* Effect.flip(make(`${child}.${top}`))
          if (refusal._tag !== "ZoneValidationFailed") return assert.fail(refusal._tag)
          assert.deepStrictEqual(
            refusal.errors.map((issue) => [issue.type, issue.loc.join("."), issue.ctx?.["rrset_type"]]),
            [[slug, "body.name", type]]
          )
          assert.strictEqual((yield* Effect.flip(get(`${child}.${top}`)))._tag, "ZoneNotFound")
        }
        assert.deepStrictEqual(yield* get(top), before)
      }))

    it.effect("keeps its delegation when its owner writes, imports or restores the zone above; callers cannot write it", () =>
      Effect.gen(function*() {
        const { act, delegation, get, make, sign, top } = yield* family()
        const zones = yield* Zones
        const child = `sub.${top}`
        const { serial } = yield* make(top, { rrsets: [rrset("www", "A", "192.0.2.1")] })
        yield* make(child)
        yield* sign(top)
        yield* sign(child)
        const before = yield* delegation(top, child)
        assert.lengthOf(before, 2)
        yield* act(zones.replaceRrsets(top, { rrsets: [rrset("@", "TXT", "replaced")] }))
        const file = yield* act(zones.exportMasterFile(top))
        yield* act(zones.importMasterFile(top, "$TTL 300\n@ TXT imported\n"))
        const { left_out } = yield* act(zones.importMasterFile(top, file.text))
        assert.includeMembers(left_out.map((one) => `${one.name} ${one.type}`), [`${child}. NS`, `${child}. DS`])
        yield* act(zones.restore(top, serial))
        assert.deepStrictEqual(yield* delegation(top, child), before)
        assert.deepStrictEqual(
          (yield* get(top)).rrsets.filter((one) => !one.protected).map((one) => one.name),
          ["www"]
        )
        for (const type of ["NS", "DS"] as const) {
          const refusal = yield* Effect.flip(act(
            zones.patchRrsets(top, { ops: [{ op: "remove", rrset: { name: "sub", type } }] })
          ))
          assert.strictEqual(refusal._tag === "RrsetProtected" ? refusal.protected_reason : refusal._tag, "CHILD_ZONE")
        }
        const taken = yield* Effect.flip(
          act(zones.replaceRrsets(top, { rrsets: [rrset("sub", "CNAME", "a.b.test.")] }))
        )
        assert.strictEqual(taken._tag, "ZoneValidationFailed")
      }))

    it.effect("of another organization is delegated once the owner of the zone above consents", () =>
      Effect.gen(function*() {
        const above = yield* family()
        const other = yield* family(yield* customer())
        const zones = yield* Zones
        const challenges = yield* OwnershipChallenges
        const [top, child] = [above.top, `sub.${above.top}`]
        yield* above.make(top)
        yield* Effect.exit(other.make(child))
        assert.deepStrictEqual(yield* above.delegation(top, child), [])
        const challenge = yield* challenges.of(other.organization_id, `${child}.` as never)
        const consent = (op: "remove" | "upsert") =>
          above.act(zones.patchRrsets(top, {
            ops: [{ op, rrset: { ...rrset("_namewright-challenge.sub", "TXT", `"${challenge.value}"`) } }]
          }))
        yield* consent("upsert")
        yield* Effect.exit(other.remove(child))
        yield* other.make(child)
        assert.deepStrictEqual(yield* above.delegation(top, child), [ours])
      }))
  })

  layer(platform)(`DS records in a hosted zone (${name})`, (it) => {
    it.effect("exist while both zones are signed, in any order of signing", () =>
      Effect.gen(function*() {
        const { dsTags, make, sign, top, unsign } = yield* family()
        const [early, late] = [`early.${top}`, `late.${top}`]
        const zone = yield* make(top)
        const [first, second] = [yield* make(early), yield* make(late)]
        assert.strictEqual((yield* sign(early)).dnssec_registry_publish, "skipped")
        yield* sign(top)
        assert.deepStrictEqual(yield* dsTags(top, early), yield* tagsOf(first))
        yield* pass("20 seconds")
        assert.deepStrictEqual([yield* stateOf(first), (yield* zoneNow(first)).dnssec_registry_publish], [
          "published",
          "published"
        ])
        assert.strictEqual((yield* sign(late)).dnssec_registry_publish, "published")
        assert.deepStrictEqual(yield* dsTags(top, late), yield* tagsOf(second))
        yield* unsign(top)
        assert.lengthOf(yield* dsTags(top, late), 1)
        yield* pass("25 hours")
        assert.strictEqual(yield* stateOf(zone), "unsigned")
        assert.deepStrictEqual([yield* dsTags(top, early), yield* dsTags(top, late)], [[], []])
        yield* pass("20 seconds")
        yield* pass("20 seconds")
        assert.deepStrictEqual([yield* stateOf(first), (yield* zoneNow(second)).dnssec_registry_publish], [
          "skipped",
          "skipped"
        ])
      }))

    it.effect("are not published before every nameserver serves the keys of the child", () =>
      Effect.gen(function*() {
        const { delegation, dsTags, make, sign, top } = yield* family()
        const heldUp = yield* HeldUp
        const child = `sub.${top}`
        yield* make(top)
        const zone = yield* make(child)
        yield* sign(top)
        heldUp.add("two")
        assert.strictEqual((yield* sign(child)).dnssec_registry_publish, "deferred")
        yield* pass("1 hour")
        assert.deepStrictEqual([yield* stateOf(zone), yield* delegation(top, child)], ["signing", [ours]])
        heldUp.delete("two")
        yield* pass("2 minutes")
        yield* pass("2 minutes")
        assert.deepStrictEqual([yield* stateOf(zone), yield* dsTags(top, child)], ["published", yield* tagsOf(zone)])
        assert.strictEqual((yield* zoneNow(zone)).dnssec_registry_publish, "published")
      }))

    it.effect("are removed from every nameserver, and from caches, before the child's signatures end", () =>
      Effect.gen(function*() {
        const { dsTags, make, sign, top, unsign } = yield* family()
        const heldUp = yield* HeldUp
        const child = `sub.${top}`
        yield* make(top)
        const zone = yield* make(child)
        yield* sign(top)
        yield* sign(child)
        heldUp.add("one")
        yield* unsign(child)
        assert.deepStrictEqual(yield* dsTags(top, child), [])
        yield* pass("1 day")
        assert.deepStrictEqual([yield* stateOf(zone), (yield* keysOf(zone)).length], ["withdrawing", 1])
        heldUp.delete("one")
        yield* pass("2 minutes")
        yield* pass("2 minutes")
        assert.strictEqual(yield* stateOf(zone), "withdrawn")
        const due = Option.fromNullishOr((yield* progressOf(zone))?.due_on)
        assert.isTrue(Option.isSome(due))
        yield* pass("2 minutes")
        assert.lengthOf(yield* keysOf(zone), 1)
        yield* pass("3 minutes")
        assert.deepStrictEqual([yield* stateOf(zone), yield* keysOf(zone)], ["unsigned", []])
      }))

    it.effect("are removed with the delegation when the child is removed, in one change of the zone above", () =>
      Effect.gen(function*() {
        const { act, dsTags, make, remove, sign, top } = yield* family()
        const zones = yield* Zones
        const child = `sub.${top}`
        yield* make(top)
        yield* make(child)
        yield* sign(top)
        yield* sign(child)
        assert.lengthOf(yield* dsTags(top, child), 1)
        const before = yield* act(zones.get(top, []))
        yield* remove(child)
        const after = yield* act(zones.get(top, []))
        const { items } = yield* act(zones.versions(top, { page: 1, page_size: 10 }))
        const since = items.filter(({ serial }) => serial > before.serial)
        assert.deepStrictEqual(since.map(({ cause, serial }) => [cause, serial]), [["child_zone", after.serial]])
        const { changes } = yield* act(zones.version(top, after.serial))
        assert.sameMembers(
          changes.flatMap(({ action, rrset_name, rrset_type }) =>
            rrset_name === `${child}.` ? [`${action} ${rrset_type}`] : []
          ),
          ["delete_record DS", "delete_record NS", "delete_record NS"]
        )
      }))

    it.effect("follow a key rollover of the child: old, both, new", () =>
      Effect.gen(function*() {
        const { dsTags, make, roll, sign, top } = yield* family()
        const child = `sub.${top}`
        yield* make(top)
        const zone = yield* make(child)
        yield* sign(top)
        yield* sign(child)
        const [old] = yield* tagsOf(zone)
        yield* roll(child)
        yield* pass("20 seconds")
        const [, next] = yield* tagsOf(zone)
        assert.deepStrictEqual<unknown>([yield* stateOf(zone), yield* dsTags(top, child)], ["introducing", [old]])
        yield* pass("1 hour")
        yield* pass("5 seconds")
        assert.strictEqual(yield* stateOf(zone), "doubled")
        assert.sameMembers<unknown>([...yield* dsTags(top, child)], [old, next])
        yield* pass("5 minutes")
        yield* pass("5 seconds")
        assert.deepStrictEqual<unknown>([yield* stateOf(zone), yield* dsTags(top, child)], ["retiring", [next]])
        yield* pass("5 minutes")
        assert.deepStrictEqual<unknown>([yield* stateOf(zone), yield* tagsOf(zone)], ["published", [next]])
      }))

    it.effect("move with the delegation to a zone that is created between after that is signed, and back", () =>
      Effect.gen(function*() {
        const { dsTags, make, remove, sign, top } = yield* family()
        const [middle, deep] = [`b.${top}`, `a.b.${top}`]
        yield* make(top)
        const zone = yield* make(deep)
        yield* sign(top)
        yield* sign(deep)
        assert.lengthOf(yield* dsTags(top, deep), 1)
        yield* make(middle)
        assert.deepStrictEqual(yield* Effect.all([dsTags(top, deep), dsTags(middle, deep)]), [[], []])
        yield* pass("20 seconds")
        yield* pass("20 seconds")
        assert.strictEqual((yield* zoneNow(zone)).dnssec_registry_publish, "skipped")
        yield* sign(middle)
        assert.deepStrictEqual(
          yield* Effect.all([dsTags(top, middle), dsTags(middle, deep)]).pipe(
            Effect.map((tags) => tags.map(({ length }) => length))
          ),
          [1, 1]
        )
        yield* pass("20 seconds")
        yield* pass("20 seconds")
        assert.strictEqual((yield* zoneNow(zone)).dnssec_registry_publish, "published")
        yield* remove(middle)
        assert.deepStrictEqual(yield* dsTags(top, deep), yield* tagsOf(zone))
        assert.deepStrictEqual(yield* dsTags(top, middle), [])
        yield* pass("20 seconds")
        yield* pass("20 seconds")
        assert.strictEqual((yield* zoneNow(zone)).dnssec_registry_publish, "published")
      }))
  })

  layer(platform)(`Child zones that come and go at the same time (${name})`, (it) => {
    it.effect("are delegated exactly while they exist", () =>
      Effect.gen(function*() {
        const { get, make, remove, top } = yield* family()
        const names = Array.from({ length: 12 }, (_, index) => `n${index}.${top}`)
        const all = <A, E, R>(work: (name: string) => Effect.Effect<A, E, R>, some: ReadonlyArray<string>) =>
          Effect.forEach(some, work, { concurrency: "unbounded" })
        yield* Effect.all([make(top), all(make, names.slice(0, 6)), make(`deep.n7.${top}`)], {
          concurrency: "unbounded"
        })
        yield* Effect.all([all(make, names.slice(6)), all(remove, names.slice(0, 3))], { concurrency: "unbounded" })
        const { rrsets } = yield* get(top)
        assert.sameMembers(
          rrsets.filter(({ protected_reason }) => protected_reason === "CHILD_ZONE").map(({ fqdn }) => fqdn),
          names.slice(3).map((one) => `${one}.`)
        )
        assert.deepStrictEqual(
          (yield* get(`n7.${top}`)).rrsets.flatMap(({ fqdn, protected_reason }) =>
            protected_reason === "CHILD_ZONE" ? [fqdn] : []
          ),
          [`deep.n7.${top}.`]
        )
      }))
  })
}
