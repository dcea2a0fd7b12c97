import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { newParent, newVanitySet, payingCaller, vanitySets } from "./newVanitySet.ts"
import { vanitySetBody } from "./vanitySetBody.ts"

layer(TestPlatform.layer)("POST /v1/vanity-nameserver-sets", (it) => {
  it.effect("202: the set, whose names are still to come into place", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller({ rights: ["vanity_ns:manage"] })
      const parent = newParent()
      const { body, status } = yield* call(
        "POST",
        vanitySets,
        vanitySetBody(parent.toUpperCase(), { name: " Brand ", soa_rname: `Host\\.Master.${parent}.` })
      )
      assert.strictEqual(status, 202)
      assert.match(body.set_id, /^vns_[0-9a-z]{26}$/)
      assert.deepStrictEqual(body, {
        set_id: body.set_id,
        organization_id: call.organization,
        name: "Brand",
        parent_domain_name: parent,
        soa_rname: `host\\.master.${parent}`,
        status: "provisioning",
        is_default: false,
        nameservers: [
          { hostname: `ns1.${parent}`, position: 0 },
          { hostname: `ns2.${parent}`, position: 1 }
        ],
        renewal_mode: "renew",
        expires_on: null,
        renew_scheduled_at: null,
        grace_period_ends_at: null
      })
    }))

  it.effect("202: a repeat with the same key makes no other set", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const of = yield* organization({ credit: 100_000 })
      const name = yield* key(of)
      const body = vanitySetBody(newParent())
      const options = { key: name, headers: { "idempotency-key": "one" } }
      const first = yield* fetch("POST", vanitySets, body, options)
      const again = yield* fetch("POST", vanitySets, body, options)
      assert.deepStrictEqual([again.status, again.body], [202, first.body])
      assert.strictEqual((yield* fetch("GET", vanitySets, undefined, { key: name })).body.total, 1)
    }))

  it.effect("402: an account that cannot pay, and nothing is stored", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller({ credit: 4899 })
      const { body, status } = yield* call("POST", vanitySets, vanitySetBody(newParent()))
      assert.deepStrictEqual([status, body.code], [402, "ERROR_BILLING_INSUFFICIENT_FUNDS"])
      assert.strictEqual((yield* call("GET", vanitySets)).body.total, 0)
    }))

  it.effect("403: a key without vanity_ns:manage", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller({ rights: ["vanity_ns:read"] })
      assert.strictEqual((yield* call("POST", vanitySets, vanitySetBody(newParent()))).status, 403)
    }))

  it.effect("422: every member that is wrong", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const malformed = yield* call("POST", vanitySets, {
        name: "x".repeat(256),
        parent_domain_name: "example",
        soa_rname: "hostmaster@example.com",
        hostnames: ["ns1.example.com"]
      })
      assert.strictEqual(malformed.status, 422)
      assert.sameDeepMembers(issuesOf(malformed.body), [
        ["body.name", "string_too_long"],
        ["body.parent_domain_name", "value_error"],
        ["body.soa_rname", "value_error"],
        ["body.hostnames", "too_short"]
      ])
      const misplaced = yield* call(
        "POST",
        vanitySets,
        vanitySetBody("a.example", { hostnames: ["a.example", "ns1.b.example", "ns1.a.example", "NS1.a.example"] })
      )
      assert.deepStrictEqual(
        issuesOf(misplaced.body),
        [0, 1, 3].map((index) => [`body.hostnames.${index}`, "value_error"])
      )
    }))

  it.effect("422: a hostname of another set of the organization", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { parent_domain_name } = yield* newVanitySet(call)
      const { body, status } = yield* call("POST", vanitySets, vanitySetBody(parent_domain_name))
      assert.deepStrictEqual([status, issuesOf(body)], [
        422,
        [["body.hostnames.0", "value_error"], ["body.hostnames.1", "value_error"]]
      ])
    }))
})
