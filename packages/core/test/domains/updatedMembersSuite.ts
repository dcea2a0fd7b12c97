import { assert, layer } from "@effect/vitest"
import type { PlatformServices } from "@namewright/core/embed"
import { RegistryRefusal, RegistrySimulator } from "@namewright/core/registry"
import { Effect, type Layer } from "effect"
import { assertUntouched, pointers } from "./assertUntouched.ts"
import { update } from "./domainRequests.ts"
import {
  atRegistry,
  customer,
  daysBetween,
  domainNow,
  eventsOf,
  passDays,
  register,
  suborganization
} from "./DomainsPlatform.ts"

/** Tests of updates of attributes and auth codes, refusals of the registry, and permissions. */
export const updatedMembersSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Updates of other members (${name})`, (it) => {
    it.effect("write only the attributes of callers", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "attributes.monthly")
        const monthly = yield* update(owner, domain, { attributes: { auto_renew_period: "monthly" } })
        assert.strictEqual(monthly.attributes["auto_renew_period"], "monthly")
        const issueOf = (attributes: Record<string, string>) =>
          Effect.map(
            Effect.flip(update(owner, domain, { attributes })),
            (error) => error._tag === "InvalidInput" ? error.issues[0].loc.join(".") : error._tag
          )
        for (
          const attributes of [
            { auto_renew_period: "" },
            { auto_renew_period: "weekly" },
            { verification_required: "" },
            { nor_id_declaration_token: "x" },
            { music_registrant_attestation: "true" },
            { unknown: "x" }
          ]
        ) assert.strictEqual(yield* issueOf(attributes), `body.attributes.${Object.keys(attributes)[0]}`)
        assert.deepStrictEqual((yield* domainNow(owner, domain)).attributes, { auto_renew_period: "monthly" })
        const yearly = yield* register(owner, "attributes.com")
        const refused = yield* Effect.flip(update(owner, yearly, { attributes: { auto_renew_period: "monthly" } }))
        assert.deepStrictEqual(pointers(refused), ["attributes.auto_renew_period"])
      }))

    it.effect("set an auth code of the TLD's format, until it expires", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "secret.com")
        const refused = yield* Effect.flip(update(owner, domain, { auth_code: "short" }))
        assert.deepStrictEqual(pointers(refused), ["auth_code"])
        const changed = yield* update(owner, domain, { auth_code: "Secret-Code-123" })
        assert.strictEqual(changed.auth_code, "Secret-Code-123")
        assert.isNull(changed.auth_code_expires_on)
        assert.strictEqual((yield* atRegistry(domain))?.auth_code, "Secret-Code-123")
        const german = yield* register(owner, "geheim.de")
        assert.strictEqual(daysBetween(german.created_on, german.auth_code_expires_on), 30)
        yield* passDays(1)
        const renewed = yield* update(owner, german, { auth_code: "Geheim2345" })
        assert.strictEqual(daysBetween(german.created_on, renewed.auth_code_expires_on), 31)
        assert.strictEqual(renewed.auth_code, "Geheim2345")
      }))

    it.effect("set no auth code if the registry generates them", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "made.trading")
        const refused = yield* Effect.flip(update(owner, domain, { auth_code: "Secret-Code-123" }))
        assert.deepStrictEqual(pointers(refused), ["auth_code"])
      }))

    it.effect("change nothing if the registry refuses, and record the reason", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "stubborn.com")
        const { faults } = yield* RegistrySimulator
        const fault = new RegistryRefusal({ reason: "policy", result_code: 2306, text: "Parameter value policy error" })
        yield* faults.inject({ method: "updateDomain", fault, object: domain.name })
        const request = {
          statuses: ["clientHold"],
          renewal_mode: "expire",
          auth_code: "Secret-Code-123",
          nameservers: ["ns1.example.net"]
        }
        assert.deepInclude(yield* Effect.flip(update(owner, domain, request)), {
          _tag: "RegistryPolicyRefused",
          detail: "2306 Parameter value policy error"
        })
        yield* assertUntouched(owner, domain)
        assert.include(yield* eventsOf(owner, domain.domain_id), "MODIFICATION/FAILURE")
        const changed = yield* update(owner, domain, request)
        assert.strictEqual(changed.renewal_mode, "expire")
        assert.include(changed.registry_statuses, "clientHold")
        assert.include(yield* eventsOf(owner, domain.domain_id), "MODIFICATION/SUCCESS")
      }))

    it.effect("can be made by a parent in its suborganizations, but not by others", () =>
      Effect.gen(function*() {
        const parent = yield* customer()
        const branch = yield* suborganization(parent)
        const domain = yield* register(branch, "branch.com")
        assert.strictEqual((yield* update(parent, domain, { renewal_mode: "expire" })).renewal_mode, "expire")
        assert.include(
          (yield* update(parent, domain, { transfer_lock: true })).registry_statuses,
          "clientTransferProhibited"
        )
        for (const stranger of [yield* customer(), yield* suborganization(parent)]) {
          assert.strictEqual(
            (yield* Effect.flip(update(stranger, domain, { transfer_lock: true })))._tag,
            "DomainNotFound"
          )
        }
        const own = yield* register(parent, "head.com")
        assert.strictEqual((yield* Effect.flip(update(branch, own, { transfer_lock: true })))._tag, "DomainNotFound")
      }))
  })
}
