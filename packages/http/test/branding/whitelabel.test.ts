import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import {
  baseBody,
  baseZone,
  newLabel,
  newWhitelabel,
  settled,
  whitelabel,
  whitelabelCaller,
  whitelabelPlatform
} from "./whitelabelCaller.ts"

const own = { hostname: "delegated-own.com", auth_subdomain: "login" }

layer(whitelabelPlatform)("/v1/whitelabel-branding", (it) => {
  it.effect("POST 202: the order; a repeat with the same key makes no other one", () =>
    Effect.gen(function*() {
      const call = yield* whitelabelCaller()
      const body = baseBody()
      const first = yield* call("POST", whitelabel, body, { "idempotency-key": "one" })
      const again = yield* call("POST", whitelabel, body, { "idempotency-key": "one" })
      assert.deepStrictEqual([first.status, again.status, again.body], [202, 202, first.body])
      assert.match(first.body.subscribable_id, /^wlb_[0-9a-z]{26}$/)
      assert.match(first.body.subscription_id, /^subscription_[0-9a-z]{26}$/)
      assert.strictEqual(first.body.product_name, "whitelabel_branding")
      const second = yield* call("POST", whitelabel, baseBody())
      assert.deepStrictEqual([second.status, second.body.code], [409, "ERROR_WHITELABEL_STATE"])
    }))

  it.effect("POST 400: labels that are malformed, reserved or protected, or look like those", () =>
    Effect.gen(function*() {
      const call = yield* whitelabelCaller()
      for (
        const label of ["Acme", "-a", "a_b", "xn--bcher-kva", "www", "supp0rt", "adrnin", "1ogin", "my-namewr1ght"]
      ) {
        const { body, status } = yield* call("POST", whitelabel, baseBody({ label }))
        assert.deepStrictEqual([status, body.code, body.label], [400, "ERROR_WHITELABEL_LABEL_INVALID", label])
      }
      assert.strictEqual((yield* call("GET", whitelabel)).status, 404)
    }))

  it.effect("POST 402: an account that cannot pay, and nothing is stored", () =>
    Effect.gen(function*() {
      const call = yield* whitelabelCaller({ credit: 989 })
      const body = baseBody()
      const refused = yield* call("POST", whitelabel, body)
      assert.deepStrictEqual([refused.status, refused.body.code], [402, "ERROR_BILLING_INSUFFICIENT_FUNDS"])
      assert.strictEqual((yield* call("GET", whitelabel)).status, 404)
      const other = yield* whitelabelCaller()
      assert.strictEqual((yield* other("POST", whitelabel, body)).status, 202)
    }))

  it.effect("403: keys without the right", () =>
    Effect.gen(function*() {
      const call = yield* whitelabelCaller({ rights: ["whitelabel_branding:view"] })
      assert.strictEqual((yield* call("POST", whitelabel, baseBody())).status, 403)
      assert.strictEqual((yield* call("PATCH", whitelabel, { enabled: false })).status, 403)
      assert.strictEqual((yield* call("POST", `${whitelabel}/tier`, own)).status, 403)
      assert.strictEqual((yield* call("POST", `${whitelabel}/recheck`)).status, 403)
      assert.strictEqual((yield* call("POST", `${whitelabel}/restore`)).status, 403)
      assert.strictEqual((yield* call("GET", whitelabel)).status, 404)
    }))

  it.effect("404: an organization without a configuration", () =>
    Effect.gen(function*() {
      const call = yield* whitelabelCaller()
      for (
        const [method, path, body] of [
          ["GET", whitelabel],
          ["PATCH", whitelabel, { enabled: false }],
          ["POST", `${whitelabel}/tier`, own],
          ["POST", `${whitelabel}/recheck`],
          ["POST", `${whitelabel}/restore`]
        ] as const
      ) {
        const answer = yield* call(method, path, body)
        assert.deepStrictEqual([answer.status, answer.body.code], [404, "ERROR_WHITELABEL_NOT_FOUND"], path)
      }
    }))

  it.effect("POST 409: the label of another organization, or one that looks like it", () =>
    Effect.gen(function*() {
      const call = yield* whitelabelCaller()
      yield* newWhitelabel(call, { label: "colmar" })
      const other = yield* whitelabelCaller()
      for (const label of ["colmar", "co1mar", "c0lmar", "colrnar"]) {
        const { body, status } = yield* other("POST", whitelabel, baseBody({ label }))
        assert.deepStrictEqual([status, body.code], [409, "ERROR_WHITELABEL_LABEL_TAKEN"], label)
      }
    }))

  it.effect("POST 422: terms, unknown members, and hosts that are wrong", () =>
    Effect.gen(function*() {
      const call = yield* whitelabelCaller()
      const extra = yield* call("POST", whitelabel, baseBody({ hostname: "example.com" }))
      assert.deepStrictEqual([extra.status, issuesOf(extra.body)], [422, [["body.hostname", "extra_forbidden"]]])
      const days = yield* call("POST", whitelabel, baseBody({ period: { unit: "y", value: 2 } }))
      assert.deepStrictEqual([days.status, issuesOf(days.body)], [422, [["body.period", "value_error"]]])
      const plus = yield* call(
        "POST",
        whitelabel,
        baseBody({ tier: "plus", hostname: `a.${baseZone}`, auth_subdomain: "a b", dashboard_subdomain: "A B" })
      )
      assert.deepStrictEqual([plus.status, issuesOf(plus.body)], [422, [
        ["body.hostname", "value_error"],
        ["body.auth_subdomain", "value_error"],
        ["body.dashboard_subdomain", "value_error"],
        ["body.dashboard_subdomain", "value_error"]
      ]])
    }))

  it.effect("PATCH 200 for the renewal mode, and 202 for a label and for the service of the hosts", () =>
    Effect.gen(function*() {
      const call = yield* whitelabelCaller()
      const { base_label } = yield* newWhitelabel(call)
      yield* settled
      const kept = yield* call("PATCH", whitelabel, { renewal_mode: "expire", label: null })
      assert.deepStrictEqual([kept.status, kept.body.onboarding_status], [200, "active"])
      assert.deepInclude(kept.body.subscription, { renewal_mode: "expire", renew_scheduled_at: null })
      const label = newLabel()
      const moved = yield* call("PATCH", whitelabel, { label })
      assert.deepStrictEqual([moved.status, moved.body.hostname, moved.body.onboarding_status], [
        202,
        `app.${label}.${baseZone}`,
        "provisioning"
      ])
      const other = yield* whitelabelCaller()
      assert.strictEqual((yield* other("POST", whitelabel, baseBody({ label: base_label }))).status, 409)
      const off = yield* call("PATCH", whitelabel, { enabled: false })
      assert.deepStrictEqual([off.status, off.body.enabled], [202, false])
      for (const [path, body] of [["recheck", {}], ["tier", own]] as const) {
        const refused = yield* call("POST", `${whitelabel}/${path}`, body)
        assert.deepStrictEqual([refused.status, refused.body.code], [409, "ERROR_WHITELABEL_STATE"])
      }
      const on = yield* call("PATCH", whitelabel, { enabled: true })
      assert.deepStrictEqual([on.status, on.body.enabled], [202, true])
      yield* settled
      assert.strictEqual((yield* call("GET", whitelabel)).body.onboarding_status, "active")
    }))

  it.effect("POST /tier 202: the order of the tier plus, once", () =>
    Effect.gen(function*() {
      const call = yield* whitelabelCaller()
      yield* newWhitelabel(call)
      const invalid = yield* call("POST", `${whitelabel}/tier`, { ...own, period: { unit: "y", value: 1 } })
      assert.deepStrictEqual([invalid.status, issuesOf(invalid.body)], [422, [["body.period", "extra_forbidden"]]])
      const ordered = yield* call("POST", `${whitelabel}/tier`, own)
      assert.deepStrictEqual([ordered.status, ordered.body.product_name], [202, "whitelabel_branding_plus"])
      const again = yield* call("POST", `${whitelabel}/tier`, own)
      assert.deepStrictEqual([again.status, again.body.code], [409, "ERROR_WHITELABEL_STATE"])
    }))

  it.effect("POST /recheck 202 without a body, and 409 for other hosts of the tier base", () =>
    Effect.gen(function*() {
      const call = yield* whitelabelCaller()
      yield* newWhitelabel(call)
      assert.strictEqual((yield* call("POST", `${whitelabel}/recheck`)).status, 202)
      const refused = yield* call("POST", `${whitelabel}/recheck`, own)
      assert.deepStrictEqual([refused.status, refused.body.code], [409, "ERROR_WHITELABEL_STATE"])
    }))

  it.effect("POST /restore 409: a configuration that is not terminated", () =>
    Effect.gen(function*() {
      const call = yield* whitelabelCaller()
      yield* newWhitelabel(call)
      const { body, status } = yield* call("POST", `${whitelabel}/restore`)
      assert.deepStrictEqual([status, body.code], [409, "ERROR_WHITELABEL_STATE"])
    }))
})

layer(TestPlatform.layer)("/v1/whitelabel-branding without a zone of the platform", (it) => {
  it.effect("POST 403", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const name = yield* key(yield* organization({ credit: 100_000 }))
      const { body, status } = yield* fetch("POST", whitelabel, baseBody(), { key: name })
      assert.deepStrictEqual([status, body.code], [403, "ERROR_WHITELABEL_BASE_ZONE_MISSING"])
    }))
})
