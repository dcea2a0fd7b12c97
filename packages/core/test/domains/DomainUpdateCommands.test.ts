import { assert, describe, layer } from "@effect/vitest"
import { isPlanned } from "@namewright/core/jobs"
import { newDomainId } from "@namewright/core/shared"
import { Effect } from "effect"
import { domainOf, expanded, formProblems, onlyJob, problemsOf, refusedPlaces } from "../jobs/CommandBench.ts"
import { customer, onSqlite, register, suborganization } from "./DomainsPlatform.ts"

layer(onSqlite)("Commands that update domains", (it) => {
  describe("domain_update", () => {
    it.effect("references the domain by id or by name, with the same ordering key", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { domain_id } = yield* register(owner, "ordered.com")
        const byId = yield* owner.act(onlyJob("domain_update", { domain_id, renewal_mode: "expire" }))
        const byName = yield* owner.act(onlyJob("domain_update", { name: "ORDERED.com", auth_code: "New-Code-1" }))
        assert.deepStrictEqual(byId, {
          instance_index: null,
          kind: "domain_update",
          operation: "update",
          resource_key: domain_id,
          ordering_key: "domain ordered.com",
          domain_name: "ordered.com",
          display: "Update Domain 'ordered.com'",
          payload: { type: "domain_update", operation: "update", domain: { domain_id, renewal_mode: "expire" } }
        })
        assert.deepInclude(byName, {
          resource_key: "ordered.com",
          ordering_key: "domain ordered.com",
          domain_name: "ordered.com"
        })
        assert.deepStrictEqual(byName.payload["domain"], { name: "ordered.com", auth_code: "New-Code-1" })
      }))

    it.effect("finds domains of suborganizations, with their contacts, but not of other organizations", () =>
      Effect.gen(function*() {
        const parent = yield* customer()
        const branch = yield* suborganization(parent)
        const other = yield* customer()
        yield* register(branch, "branch.com")
        yield* register(other, "others.com")
        const unknown = yield* newDomainId
        const commands = [
          { name: "branch.com", contacts: { admin: branch.contact_id } },
          { name: "branch.com", contacts: { admin: parent.contact_id } },
          { name: "others.com", renewal_mode: "expire" },
          { name: "nobodys.com", renewal_mode: "expire" },
          { domain_id: unknown },
          { name: "no name" }
        ]
        const parts = (yield* parent.act(expanded("domain_update", ...commands))).flat()
        assert.deepStrictEqual(parts.map(isPlanned), [true, false, false, false, false, false])
        assert.deepStrictEqual(problemsOf(parts), [
          "null ERROR_CONTACT_NOT_FOUND branch.com",
          "null ERROR_DOMAIN_NOT_FOUND others.com",
          "null ERROR_DOMAIN_NOT_FOUND nobodys.com",
          `null ERROR_DOMAIN_NOT_FOUND ${unknown}`,
          "null INVALID_DOMAIN_NAME no name"
        ])
      }))

    it.effect("refuses a batch with contradictions, with every JSON pointer", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain_id = yield* newDomainId
        assert.deepStrictEqual(
          yield* owner.act(refusedPlaces(
            "domain_update",
            { renewal_mode: "renew" },
            { domain_id, name: "both.com" },
            { domain_id, statuses: [], status_changes: { add: ["clientHold"] } },
            { domain_id, attributes: { music_registrant_attestation: "true" } }
          )),
          [
            "0.payload.domain_id: missing",
            "1.payload.name: value_error",
            "2.payload.status_changes: value_error",
            "3.payload.attributes.music_registrant_attestation: value_error"
          ]
        )
        assert.deepStrictEqual(yield* formProblems("domain_update", { domain_id: "domain_x", statuses: ["ok"] }), [
          "domain_id: typeid_parsing",
          "statuses.0: enum"
        ])
      }))
  })

  describe("domain_update_bulk", () => {
    it.effect("merges each instance with the template, and takes statuses from only one of them", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { domain_id } = yield* register(owner, "first.com")
        yield* register(owner, "second.com")
        yield* register(owner, "third.com")
        const [parts = []] = yield* owner.act(expanded("domain_update_bulk", {
          template: {
            renewal_mode: "expire",
            statuses: ["clientHold"],
            nameservers: ["ns1.example.net"],
            auth_code: "x"
          },
          instances: [
            { domain_id, name: null, nameservers: null },
            { name: "second.com", status_changes: { remove: ["clientHold"] }, nameservers: [] },
            { name: "third.com", transfer_lock: false, renewal_mode: "renew", auth_code: "Third-Code" }
          ]
        }))
        const nameservers = [{ hostname: "ns1.example.net", ip_addresses: [] }]
        assert.deepStrictEqual(parts.map(domainOf), [
          { domain_id, renewal_mode: "expire", statuses: ["clientHold"], nameservers },
          { name: "second.com", renewal_mode: "expire", status_changes: { remove: ["clientHold"] }, nameservers: [] },
          { name: "third.com", renewal_mode: "renew", transfer_lock: false, nameservers, auth_code: "Third-Code" }
        ])
      }))

    it.effect("refuses contradictions of a level, and an instance with no reference to a domain or two", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain_id = yield* newDomainId
        assert.deepStrictEqual(
          yield* owner.act(refusedPlaces("domain_update_bulk", {
            template: { status_changes: { add: ["clientHold"], remove: ["clientHold"] }, attributes: { what: "1" } },
            instances: [{ renewal_mode: "renew" }, { domain_id, name: "both.com" }, {
              domain_id,
              status_changes: {},
              statuses: []
            }]
          })),
          [
            "0.payload.template.status_changes: value_error",
            "0.payload.template.attributes.what: extra_forbidden",
            "0.payload.instances.0.domain_id: missing",
            "0.payload.instances.1.name: value_error",
            "0.payload.instances.2.status_changes: value_error",
            "0.payload.instances.2.status_changes: value_error"
          ]
        )
      }))
  })
})
