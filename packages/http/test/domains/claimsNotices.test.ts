import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { registrant } from "./dnssecCaller.ts"

const path = "/v1/domains/claims-notices"
const keyOf = (name: string) => `2013041500/9/1/3/${name}`

const addr = { street: ["1 Example Street"], city: "Springfield", sp: null, pc: "12345", cc: "US" }
const claim = {
  mark_name: "CLAIMS-WIRE",
  goods_and_services: "Books in print and as files",
  jur_desc: { jur_cc: "US", description: "United States of America" },
  class_descs: [{ class_num: 16, description: "Paper, printed matter and stationery" }],
  holders: [{ entitlement: "owner", org: "CLAIMS-WIRE Corporation", addr }],
  contacts: [{
    type: "agent",
    name: "Pat Example",
    org: "Example Trademark Attorneys",
    addr,
    voice: "+1.5555550100",
    email: "marks@example.com"
  }],
  not_exact_match: null
}

layer(TestPlatform.layer)("POST /v1/domains/claims-notices", (it) => {
  it.effect("200: the notice of the key that a check returned; a registration needs its hash", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const name = "claims-wire.com"
      const [checked] = (yield* call("GET", `/v1/domains/check?domains=${name}`)).body.results
      assert.deepInclude(checked, { available: true, claims_key: keyOf(name) })
      const { body, status } = yield* call("POST", path, { claims_keys: [checked.claims_key] })
      assert.strictEqual(status, 200)
      assert.lengthOf(body.claims_notices, 1)
      const [{ claims, claims_notice_acceptance_hash, ...notice }] = body.claims_notices
      assert.match(claims_notice_acceptance_hash, /^[A-Za-z0-9_-]{43}$/)
      assert.deepInclude(notice, { claims_key: keyOf(name), label: "claims-wire", notice_title: "Trademark Notice" })
      for (
        const text of [
          "notice_intro",
          "notice_footer",
          "notice_footer_url",
          "notice_not_exact_match_intro",
          "rendered_html"
        ]
      ) {
        assert.isString(notice[text])
        assert.notStrictEqual(notice[text], "")
      }
      assert.deepStrictEqual(claims[0], claim)
      assert.deepStrictEqual(claims[1], {
        ...claim,
        mark_name: "CLAIMS-WIRE ONE",
        not_exact_match: {
          intro: notice.notice_not_exact_match_intro,
          court: [{ ref_num: "EX-2012-17", cc: "US", region: ["Illinois"], court_name: "Example District Court" }],
          udrp: [{ case_no: "D2012-0017", udrp_provider: "Example Arbitration Center" }]
        }
      })
      const bare = yield* call.register(name)
      assert.deepInclude(bare, {
        status: 422,
        code: "ERROR_CLAIMS_NOTICE_HASH_MISMATCH",
        domain_name: name,
        claims_key: keyOf(name)
      })
      const created = yield* call.register(name, { claims_notice_acceptance_hash })
      assert.strictEqual(created.name, name)
    }))

  it.effect("404: an unknown key, and a hash after 48 hours, in a registration", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const { body, status } = yield* call("POST", path, { claims_keys: ["unknown"] })
      assert.deepStrictEqual([status, body.code, body.title], [404, "ERROR_CLAIMS_NOTICE_NOT_FOUND", "Claims Error"])
      const name = "claims-late.com"
      const [notice] = (yield* call("POST", path, { claims_keys: [keyOf(name)] })).body.claims_notices
      const { claims_notice_acceptance_hash } = notice
      yield* TestClock.adjust("48 hours")
      const late = yield* call.register(name, { claims_notice_acceptance_hash })
      assert.deepStrictEqual([late.status, late.code], [404, "ERROR_CLAIMS_NOTICE_NOT_FOUND"])
    }))

  it.effect("403: a key without domains:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:read"] })
      const { body, status } = yield* call("POST", path, { claims_keys: [keyOf("claims-a.com")] })
      assert.deepStrictEqual([status, body.permission], [403, "domains:manage"])
    }))

  it.effect("422: no key, two keys, and keys that are empty or too long", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const key = keyOf("claims-a.com")
      for (const claims_keys of [[], [key, key], [""], ["k".repeat(1025)], key, undefined]) {
        assert.strictEqual((yield* call("POST", path, { claims_keys })).status, 422, JSON.stringify(claims_keys))
      }
    }))
})
