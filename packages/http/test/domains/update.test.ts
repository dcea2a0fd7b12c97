import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { registrant } from "./dnssecCaller.ts"

layer(TestPlatform.layer)("PATCH /v1/domains/{domain_reference}", (it) => {
  it.effect("200: replaces the nameservers; absent members are unchanged", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const before = yield* call.register("update-delegation.com", { nameservers: ["ns1.example.net"] })
      const nameservers = ["ns2.example.net", "ns3.example.net"]
      const { body, status } = yield* call("PATCH", "/v1/domains/update-delegation.com", { nameservers })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body.nameservers.map((each: { readonly hostname: string }) => each.hostname), nameservers)
      const { nameservers: _, registry_statuses: __, updated_on: ___, ...rest } = before
      assert.deepInclude(body, rest)
      assert.deepStrictEqual((yield* call("GET", `/v1/domains/${before.domain_id}`)).body, body)
    }))

  it.effect("200: changes the renewal mode, the statuses and one contact", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const { domain_id } = yield* call.register("update-members.com")
      const technician = (yield* call("POST", "/v1/contacts", { ...contactBody, first_name: "Grace" })).body.contact_id
      const { body, status } = yield* call("PATCH", `/v1/domains/${domain_id}`, {
        renewal_mode: "expire",
        statuses: ["clientTransferProhibited"],
        contacts: { tech: technician }
      })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual([body.renewal_mode, body.statuses, body.transfer_lock], [
        "expire",
        ["clientTransferProhibited"],
        true
      ])
      const holders: ReadonlyArray<{ readonly contact_id: string; readonly contact_type: string }> = body.contacts
      const ofRole = (role: string) => holders.find(({ contact_type }) => contact_type === role)?.contact_id
      assert.deepStrictEqual([ofRole("tech"), ofRole("registrant")], [technician, call.contacts.registrant])
      assert.deepStrictEqual((yield* call("GET", `/v1/domains/${domain_id}`)).body, body)
    }))

  it.effect("200: the unchanged domain for an empty change", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const before = yield* call.register("update-nothing.com")
      const { body, status } = yield* call("PATCH", "/v1/domains/update-nothing.com", {})
      assert.deepStrictEqual([status, body], [200, before])
    }))

  it.effect("403: a key without domains:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:read"] })
      const { body, status } = yield* call("PATCH", "/v1/domains/nobody.com", { renewal_mode: "expire" })
      assert.deepStrictEqual([status, body.permission], [403, "domains:manage"])
    }))

  it.effect("404: another organization's domain, which is unchanged", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const before = yield* call.register("update-others.com")
      const stranger = yield* caller()
      const { body, status } = yield* stranger("PATCH", "/v1/domains/update-others.com", { renewal_mode: "expire" })
      assert.deepStrictEqual([status, body.code], [404, "ERROR_DOMAIN_NOT_FOUND"])
      assert.deepStrictEqual((yield* call("GET", "/v1/domains/update-others.com")).body, before)
    }))
})
