import { assert, layer } from "@effect/vitest"
import { tldSpec } from "@namewright/core/tlds"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { registrant } from "./dnssecCaller.ts"

const spoken = tldSpec({ name: "spoken", type: "gTLD", backend: "spoken", roles: "R", idn_tables: ["de", "sv"] })

layer(TestPlatform.layerWith({}, { tlds: [spoken] }))("idn_language of POST /v1/domains", (it) => {
  it.effect("GET /v1/tlds/{tld}: the language tags of a TLD", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const { body } = yield* call("GET", "/v1/tlds/spoken")
      assert.deepStrictEqual(body.idn, { idn_capable: true, idn_tables: ["de", "sv"] })
    }))

  it.effect("201: an international name with a language of the TLD", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const created = yield* call.register("xn--mnchen-3ya.spoken", {
        contacts: { registrant: call.contacts.registrant },
        idn_language: "de"
      })
      assert.strictEqual(created.name, "xn--mnchen-3ya.spoken")
    }))

  it.effect("422: without a language, with another one, and with a tag that is malformed", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const order = { contacts: { registrant: call.contacts.registrant } }
      for (const members of [{}, { idn_language: "el" }]) {
        const refused = yield* call.register("xn--bcher-kva.spoken", { ...order, ...members })
        assert.deepStrictEqual([refused.status, refused.code], [422, "ERROR_POLICY_VALIDATION"])
        assert.include(JSON.stringify(refused), "idn_language")
      }
      for (const idn_language of ["de_DE", "", "d".repeat(36), 7]) {
        const refused = yield* call.register("xn--bcher-kva.spoken", { ...order, idn_language })
        assert.strictEqual(refused.status, 422, String(idn_language))
      }
    }))
})
