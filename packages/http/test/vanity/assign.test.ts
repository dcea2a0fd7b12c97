import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { activeVanitySet, newVanitySet, newZone, payingCaller, suspendedVanitySet, unknownSet } from "./newVanitySet.ts"

const pathOf = (zone: string) => `/v1/dns/${zone}/vanity-set`

const apexOf = (zone: any, type: string) =>
  zone.rrsets.find((rrset: any) => rrset.name === "@" && rrset.type === type).records.map(({ rdata }: any) => rdata)

layer(TestPlatform.layer)("PATCH /v1/dns/{zone_name}/vanity-set", (it) => {
  it.effect("200: the zone shows the names of the set, and then those of the platform again", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const name = yield* newZone(call)
      const { nameservers, set_id, soa_rname } = yield* activeVanitySet(call)
      const { body, status } = yield* call("PATCH", pathOf(`${name.toUpperCase()}.`), {
        vanity_nameserver_set_id: set_id
      })
      assert.deepStrictEqual([status, Object.keys(body)], [200, ["zone"]])
      assert.deepInclude(body.zone, { name: `${name}.`, vanity_nameserver_set_id: set_id, dnssec_status: "disabled" })
      const hostnames = nameservers.map(({ hostname }: any) => `${hostname}.`)
      assert.deepStrictEqual(apexOf(body.zone, "NS"), hostnames)
      assert.match(apexOf(body.zone, "SOA")[0], new RegExp(`^${hostnames[0]} ${soa_rname}\\. `))
      const again = yield* call("PATCH", pathOf(name), { vanity_nameserver_set_id: set_id })
      assert.strictEqual(again.body.zone.serial, body.zone.serial)
      for (const unbranded of [{ vanity_nameserver_set_id: null }, {}]) {
        const { body: { zone } } = yield* call("PATCH", pathOf(name), unbranded)
        assert.strictEqual(zone.vanity_nameserver_set_id, null)
        assert.deepStrictEqual(apexOf(zone, "NS"), ["ns1.namewright.test.", "ns2.namewright.test."])
      }
    }))

  it.effect("403: a key that lacks one of the two rights", () =>
    Effect.gen(function*() {
      for (const right of ["dns:manage", "vanity_ns:manage"] as const) {
        const call = yield* caller({ rights: [right] })
        assert.strictEqual((yield* call("PATCH", pathOf("a.example"), {})).status, 403)
      }
    }))

  it.effect("404: an unknown zone, an unknown set, and a set of another organization", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const other = yield* activeVanitySet(yield* payingCaller())
      const name = yield* newZone(call)
      assert.strictEqual((yield* call("PATCH", pathOf("unknown.example"), {})).body.code, "ERROR_ZONE_NOT_FOUND")
      for (const vanity_nameserver_set_id of [unknownSet, other.set_id]) {
        const { body, status } = yield* call("PATCH", pathOf(name), { vanity_nameserver_set_id })
        assert.deepStrictEqual([status, body.code], [404, "ERROR_VANITY_NS_NOT_FOUND"])
      }
    }))

  it.effect("409: a set that is not active", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const name = yield* newZone(call)
      for (const { set_id } of [yield* newVanitySet(call), yield* suspendedVanitySet(call)]) {
        const { body, status } = yield* call("PATCH", pathOf(name), { vanity_nameserver_set_id: set_id })
        assert.deepStrictEqual([status, body.code, body.set_id], [409, "ERROR_VANITY_NS_STATE", set_id])
      }
    }))

  it.effect("422: what is no id", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body } = yield* call("PATCH", pathOf("a.example"), { vanity_nameserver_set_id: "vns_1" })
      assert.deepStrictEqual(issuesOf(body), [["body.vanity_nameserver_set_id", "typeid_parsing"]])
    }))
})
