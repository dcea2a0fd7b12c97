import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hosted, servedPlatform, whileServed } from "./signedZones.ts"
import { rrset, upsert, zoneCaller } from "./zoneCaller.ts"

interface ShownRrset {
  readonly name: string
  readonly type: string
  readonly protected: boolean
  readonly protected_reason: string | null
  readonly records: ReadonlyArray<{ readonly protected: boolean; readonly protected_reason: string | null }>
}

const platformRrsets = (body: { readonly rrsets: ReadonlyArray<ShownRrset> }) =>
  body.rrsets.filter((one) => one.protected && one.name !== "@")

let made = 0

/** A signed zone, and a signed zone below it. */
const signedFamily = Effect.gen(function*() {
  const top = `http-family${++made}.com`
  const call = yield* hosted(top)
  const created = yield* call("POST", "/v1/dns", { name: `sub.${top}` })
  for (const zone of [top, `sub.${top}`]) {
    const { body } = yield* whileServed(call("POST", `/v1/dns/${zone}/dnssec/enable`))
    assert.strictEqual(body.dnssec_registry_publish, "published")
  }
  return { call, created, path: `/v1/dns/${top}`, top }
})

layer(servedPlatform)("Zones below a zone of the same organization", (it) => {
  it.effect("200: the zone above shows their NS and DS as protected RRsets with a reason", () =>
    Effect.gen(function*() {
      const { call, path } = yield* signedFamily
      const { body, status } = yield* call("GET", path)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(
        platformRrsets(body).map((one) => [
          one.name,
          one.type,
          one.protected_reason,
          ...one.records.map((record) => [record.protected, record.protected_reason])
        ]),
        [
          ["sub", "DS", "CHILD_ZONE", [true, "CHILD_ZONE"]],
          ["sub", "NS", "CHILD_ZONE", [true, "CHILD_ZONE"], [true, "CHILD_ZONE"]]
        ]
      )
    }))

  it.effect("200: the history of the zone above names the cause", () =>
    Effect.gen(function*() {
      const { call, path } = yield* signedFamily
      const { body } = yield* call("GET", `${path}/changes`)
      const causes = body.items.map(({ cause }: { readonly cause: string }) => cause)
      assert.includeMembers(causes, ["child_zone", "create", "dnssec"])
    }))

  it.effect("409: writes to these RRsets, whatever they want", () =>
    Effect.gen(function*() {
      const { call, path } = yield* signedFamily
      const before = yield* call("GET", path)
      const refused: ReadonlyArray<readonly [string, unknown]> = [
        ["rrsets", { ops: [{ op: "remove", rrset: { name: "sub", type: "NS" } }] }],
        ["rrsets", { ops: [{ op: "remove", rrset: { name: "sub", type: "DS" } }] }],
        ["rrsets", { ops: [upsert(rrset("sub", "NS", 300, "ns1.elsewhere.example."))] }],
        ["records", { ops: [{ op: "upsert", record: { name: "sub", type: "NS", ttl: 60, rdata: "ns.example." } }] }]
      ]
      for (const [segment, body] of refused) {
        const answer = yield* call("PATCH", `${path}/${segment}`, body)
        assert.deepStrictEqual([answer.status, answer.body.code, answer.body.protected_reason], [
          409,
          "ERROR_DNS_RRSET_PROTECTED",
          "CHILD_ZONE"
        ])
      }
      assert.deepStrictEqual((yield* call("GET", path)).body, before.body)
    }))

  it.effect("201: a record of the zone above that the new delegation hides is a warning", () =>
    Effect.gen(function*() {
      const { call, path, top } = yield* signedFamily
      yield* call("PATCH", `${path}/rrsets`, { ops: [upsert(rrset("www.shop", "A", 300, "192.0.2.1"))] })
      const { body, status } = yield* call("POST", "/v1/dns", { name: `shop.${top}` })
      assert.strictEqual(status, 201)
      assert.deepStrictEqual(body.warnings.map(({ loc, msg, type }: any) => [type, loc.join("."), msg]), [[
        "delegation_occluded",
        "body.name",
        `www.shop.${top}. A of the zone above is hidden by the delegation of shop.${top}.`
      ]])
    }))

  it.effect("204: their deletion takes NS and DS away in the zone above", () =>
    Effect.gen(function*() {
      const { call, path, top } = yield* signedFamily
      const { status } = yield* call("DELETE", `/v1/dns/sub.${top}`)
      assert.strictEqual(status, 204)
      assert.deepStrictEqual(platformRrsets((yield* call("GET", path)).body), [])
    }))

  it.effect("422: a zone whose name the zone above delegates elsewhere", () =>
    Effect.gen(function*() {
      const { call, path, top } = yield* signedFamily
      yield* call("PATCH", `${path}/rrsets`, { ops: [upsert(rrset("away", "NS", 300, "ns1.elsewhere.example."))] })
      const { body, status } = yield* call("POST", "/v1/dns", { name: `away.${top}` })
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(body.errors.map(({ loc, type }: any) => `${loc.join(".")}: ${type}`), [
        "body.name: delegation_conflict"
      ])
      assert.strictEqual((yield* call("GET", `/v1/dns/away.${top}`)).status, 404)
    }))

  it.effect("409: zones of other organizations, without a consent, below a registered name", () =>
    Effect.gen(function*() {
      const { path, call, top } = yield* signedFamily
      const other = yield* zoneCaller()
      assert.strictEqual((yield* other("POST", "/v1/dns", { name: `other.${top}` })).status, 409)
      assert.lengthOf(platformRrsets((yield* call("GET", path)).body), 2)
    }))
})
