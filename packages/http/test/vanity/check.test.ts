import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { activeVanitySet, newVanitySet, payingCaller, unknownSet, vanitySets } from "./newVanitySet.ts"

const check = `${vanitySets}/check`

layer(TestPlatform.layer)("POST /v1/vanity-nameserver-sets/check", (it) => {
  it.effect("200: what is left to do for a set whose names lead nowhere", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { nameservers, parent_domain_name, set_id } = yield* newVanitySet(call)
      const { body, status } = yield* call("POST", check, { set_id })
      assert.strictEqual(status, 200)
      assert.deepInclude(body, { set_id, parent_domain_name, status: "provisioning" })
      assert.strictEqual(body.summary.state, "action_required")
      assert.deepStrictEqual(body.checks.map((one: any) => [one.id, one.status, one.severity, one.source]), [
        ["ns_a_records", "fail", "required", "public_dns"],
        ["registry_glue_visible", "warn", "recommended", "authoritative_dns"]
      ])
      const [addresses] = body.checks
      assert.deepStrictEqual(addresses.observed, {
        required_records: {
          A: ["192.0.2.1", "198.51.100.1"],
          AAAA: ["2001:db8:1::1", "2001:db8:2::1"]
        },
        hostnames: nameservers.map(({ hostname }: any) => ({ hostname, addresses: [] }))
      })
      assert.include(addresses.remediation, "2001:db8:1::1")
    }))

  it.effect("200: a set whose names are in place", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { set_id } = yield* activeVanitySet(call)
      const { body } = yield* call("POST", check, { set_id })
      assert.deepStrictEqual([body.status, body.summary.state], ["active", "propagating"])
      assert.deepInclude(body.checks[0], { status: "pass", remediation: null, confidence: "best_effort" })
    }))

  it.effect("404: a set that does not exist", () =>
    Effect.gen(function*() {
      const { body, status } = yield* (yield* caller({ rights: ["vanity_ns:read"] }))("POST", check, {
        set_id: unknownSet
      })
      assert.deepStrictEqual([status, body.code], [404, "ERROR_VANITY_NS_NOT_FOUND"])
    }))

  it.effect("422: no set is named", () =>
    Effect.gen(function*() {
      const { body, status } = yield* (yield* caller())("POST", check, {})
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["body.set_id", "missing"]]])
    }))
})
