import { assert, layer } from "@effect/vitest"
import { day, newLabel } from "@namewright/conformance"
import { StatusTags } from "@namewright/core/tags"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { storedDomain } from "./storedDomain.ts"

layer(TestPlatform.layer)("GET /v1/domains/summary", (it) => {
  it.effect("200: counts of the caller's organization, and of each suborganization by name", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(day(0).epochMilliseconds)
      const { organization } = yield* TestPlatform
      const call = yield* caller()
      const sub = yield* organization({ parent: call.organization })
      yield* storedDomain(call.organization, `${yield* newLabel}.com`, { expires_on: day(30) })
      const marked = yield* storedDomain(call.organization, `${yield* newLabel}.de`, {
        registry_statuses: ["ok", "addPeriod"],
        expires_on: day(0)
      })
      yield* storedDomain(sub, `${yield* newLabel}.com`)
      const { set } = yield* StatusTags
      yield* set(call.organization, "DOMAIN", marked.domain_id, "DNSSEC_PENDING")
      const { body, status } = yield* call("GET", "/v1/domains/summary")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, {
        organization_id: call.organization,
        domains: {
          total_count: 2,
          by_status: { ok: 2, addPeriod: 1 },
          by_status_tag: { DNSSEC_PENDING: 1 },
          by_tld: { com: 1, de: 1 },
          by_organization: { "Example": 2, "Example Sub": 1 },
          expiring_soon: { next_30_days: 1, next_60_days: 2, next_90_days: 2 }
        }
      })
    }))

  it.effect("200: zeros without domains", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body } = yield* call("GET", "/v1/domains/summary")
      assert.deepStrictEqual([body.domains.total_count, body.domains.by_status, body.domains.by_organization], [0, {}, {
        Example: 0
      }])
    }))

  it.effect("403: a key without domains:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:manage"] })
      assert.strictEqual((yield* call("GET", "/v1/domains/summary")).status, 403)
    }))
})
