import { assert, describe, it } from "@effect/vitest"
import { RegistrySimulator } from "@namewright/core/registry"
import { TldCatalog, tldSpec } from "@namewright/core/tlds"
import { Effect, Layer, Redacted } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import type { ConfiguredRegistry } from "../../src/config/readEppConfig.ts"
import { registryDoctor } from "../../src/doctor/registryDoctor.ts"
import { fixedCredentials } from "../../src/pool/EppCredentials.ts"
import { generic } from "../../src/profile/genericProfiles.ts"
import type { RegistryProfile } from "../../src/profile/RegistryProfile.ts"
import { verisign } from "../../src/profile/verisign.ts"
import { type EppFault, eppServer, type EppServerOptions } from "../../src/server/index.ts"
import { serverCertificate, serverKey, testAuthority } from "../testCertificates.ts"

const password = Redacted.make("Correct-Horse-1")
const backend = "verisign"
const tlds = ["com", "net"].map((name) => ({
  ...tldSpec({ name, type: "gTLD" as const, backend, roles: "R" }),
  contacts: null
}))

const examined = Effect.fnUntraced(function*(
  profile: RegistryProfile,
  options: Partial<EppServerOptions> = {},
  fault?: EppFault
) {
  const server = yield* eppServer({
    port: 0,
    registry: backend,
    registrars: [{ clientId: "our-account", password }],
    tls: { certificate: serverCertificate, key: serverKey },
    ...options
  })
  if (fault !== undefined) server.faults.inject({ command: "DomainCheck", fault })
  const registry: ConfiguredRegistry = {
    name: "comnet",
    tlds: ["com", "net"],
    profile,
    registrar: "our-account",
    environment: "production",
    pool: {
      name: "comnet",
      endpoint: { host: server.host, port: server.port, tls: { ca: testAuthority } },
      credentials: fixedCredentials("our-account", password),
      wanted: { objects: profile.objects, extensions: profile.extensions, language: "en" }
    }
  }
  const results = yield* registryDoctor(registry)
  return results.flatMap(({ about, explanation, verdict }) =>
    about === "Check" || about === "Tokens" || (about === "Extensions" && verdict === "problem")
      ? [`${verdict} ${about}: ${explanation}`]
      : []
  )
}, Effect.scoped)

const simulated = RegistrySimulator.layerWith({ unknown_names: "missing" }).pipe(
  Layer.provide(TldCatalog.layerOf(tlds, [])),
  Layer.provide(memoryDatabase())
)

const subProducts = { dotCOM: "com", dotNET: "net" }

describe("namewright registry doctor", () => {
  it.live("names the extension that a registry requires and the profile lacks, and what comes of that", () =>
    Effect.gen(function*() {
      const [extension, check, ...others] = yield* examined(generic, { subProducts })
      assert.match(
        extension ?? "",
        /^problem Extensions: every command needs http:\S+namestoreExt-1.1, .*profile verisign does$/
      )
      assert.match(check ?? "", /^problem Check: refused for .com .net with 2306 /)
      assert.deepStrictEqual(others, [])
    }).pipe(Effect.provide(simulated)))

  it.live("checks a name for each suffix whose commands differ", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* examined(verisign, { subProducts }), [
        "fine Check: answered for .com",
        "fine Check: answered for .net"
      ])
      assert.deepStrictEqual(yield* examined(generic), ["fine Check: answered for .com .net"])
    }).pipe(Effect.provide(simulated)))

  it.live("reports allocation tokens that the registry supports or requires, and the profile lacks", () =>
    Effect.gen(function*() {
      const allocationTokens = { accepted: ["Token-1"], required: false }
      const [unused] = yield* examined(generic, { allocationTokens })
      assert.match(unused ?? "", /^advice Tokens: the registry takes allocation tokens; the profile has none/)
      const partly = { tokens: { com: Redacted.make("Token-1") }, required: ["create" as const] }
      const lacking = yield* examined({ ...generic, allocation_token: partly }, { allocationTokens })
      assert.strictEqual(lacking[0], "problem Tokens: required, but not configured for .net")
      const [unknown] = yield* examined({ ...generic, allocation_token: { ...partly, required: [] } })
      assert.match(
        unknown ?? "",
        /^problem Tokens: the profile has allocation tokens, which the registry does not offer/
      )
    }).pipe(Effect.provide(simulated)))

  for (const code of [2003, 2306] as const) {
    it.live(`reports a check that is refused with ${code}, and one without an answer`, () =>
      Effect.gen(function*() {
        const [refused] = yield* examined(generic, {}, {
          _tag: "Fail",
          code,
          when: "before",
          text: "Something is missing"
        })
        assert.match(
          refused ?? "",
          new RegExp(`^problem Check: refused for .com .net with ${code} .*Something is missing`)
        )
        const [lost] = yield* examined(generic, {}, { _tag: "Cut", when: "before" })
        assert.match(lost ?? "", /^problem Check: .com .net: no answer/)
      }).pipe(Effect.provide(simulated)))
  }
})
