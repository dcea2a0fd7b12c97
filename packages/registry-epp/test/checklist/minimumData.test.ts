import { assert, layer } from "@effect/vitest"
import { contractTlds } from "@namewright/conformance"
import { DomainName } from "@namewright/core/shared"
import type { TldSpec } from "@namewright/core/tlds"
import { Effect, Option } from "effect"
import { EppUri } from "../../src/index.ts"
import { generic } from "../../src/profile/genericProfiles.ts"
import { answers, creation, framesKeepToSchemas, password, Registrars, shown } from "./Registrars.ts"

const backend = "minimum-data"

/** A generic TLD whose registry keeps no contacts. */
const thin: ReadonlyArray<TldSpec> = contractTlds.slice(0, 1).map((spec) => ({
  ...spec,
  backend,
  tlds: [{ name: "thin", type: "gTLD", third_level_structure: [] }],
  contacts: null
}))

layer(Registrars.layer({}, { backend, profile: generic, tlds: thin, zones: ["thin"] }))(
  "A registry that keeps no contacts",
  (it) => {
    it.effect("offers none, and knows none", () =>
      Effect.gen(function*() {
        const { ours } = yield* Registrars
        assert.notInclude([...(yield* ours.client.greeting).objects], EppUri.contact)
        yield* answers(ours, { _tag: "ContactInfo", id: "anybody" }, 2307)
        yield* answers(ours, { _tag: "ContactDelete", id: "anybody" }, 2307)
      }))

    it.effect("registers names without contacts, and refuses names with contacts", () =>
      Effect.gen(function*() {
        const { ours } = yield* Registrars
        yield* answers(ours, creation(ours, "peopled.thin"), 2306)
        yield* answers(
          ours,
          { _tag: "DomainCreate", name: "bare.thin", contacts: [], authInfo: { password } },
          1000
        )
        const { data } = yield* shown(ours, "bare.thin")
        assert.deepStrictEqual([data.registrant, data.contacts], [undefined, []])
        const add = { contacts: [{ type: "admin" as const, id: "anybody" }], statuses: [] }
        yield* answers(ours, { _tag: "DomainUpdate", name: "bare.thin", add }, 2306)
        const domain = Option.getOrThrow(yield* ours.registry.infoDomain(DomainName.make("bare.thin")))
        assert.isFalse(ours.registry.capabilities.contact_objects)
        assert.deepStrictEqual(domain.contacts, [])
      }))
  }
)

framesKeepToSchemas()
