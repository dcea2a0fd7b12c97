import { assert, layer } from "@effect/vitest"
import { newCommandId, RegistryRefusal, RegistrySimulator } from "@namewright/core/registry"
import { Hostname } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { atRegistry, customer, eventListOf, onSqlite, register } from "./DomainsPlatform.ts"

const hostname = Hostname.make("ns1.purged-hoster.net")
const nameservers = [hostname, "ns2.purged-hoster.net"]

layer(onSqlite)("Contacts and hosts that the registry has purged", (it) => {
  it.effect("are created again at the attempt after the refusal", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "purged-one.xyz", { nameservers })
      const registry = (yield* RegistrySimulator).registry(domain.registry)
      const { contacts = [] } = (yield* atRegistry(domain)) ?? {}
      assert.isNotEmpty(contacts)
      yield* registry.deleteDomain({ command_id: yield* newCommandId, name: domain.name })
      for (const handle of new Set(contacts.map((contact) => contact.handle))) {
        yield* registry.deleteContact({ command_id: yield* newCommandId, handle })
        assert.isTrue(Option.isNone(yield* registry.infoContact(handle)))
      }
      yield* registry.deleteHost({ command_id: yield* newCommandId, hostname })

      const refused = yield* Effect.flip(register(owner, "purged-two.xyz", { nameservers }))
      assert.deepInclude(refused, { _tag: "RegistryPolicyRefused", code: "ERROR_REGISTRY_POLICY" })
      const again = yield* register(owner, "purged-three.xyz", { nameservers })
      assert.deepStrictEqual(again.nameservers.map((server) => server.hostname), nameservers)
      assert.isNotEmpty((yield* atRegistry(again))?.contacts ?? [])
    }))
})

layer(onSqlite)("The event of a failed registration", (it) => {
  it.effect("has the code that the caller gets", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const { faults } = yield* RegistrySimulator
      const exists = new RegistryRefusal({ reason: "objectExists", result_code: 2302, text: "Object exists" })
      const codes = []
      for (const fault of ["temporary" as const, exists]) {
        yield* faults.inject({ method: "createDomain", fault })
        const refused = yield* Effect.flip(register(owner, "coded.xyz"))
        const failure = (yield* eventListOf(owner)).findLast(({ subtype }) => subtype === "FAILURE")
        assert.strictEqual(failure?.event_data.error?.code, refused.code)
        codes.push(refused.code)
      }
      assert.deepStrictEqual(codes, ["ERROR_REGISTRY_UNAVAILABLE", "ERROR_DOMAIN_UNAVAILABLE"])
    }))
})
