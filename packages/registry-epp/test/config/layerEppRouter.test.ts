import { assert, it } from "@effect/vitest"
import { Processes } from "@namewright/core/processes"
import { RegistrarIds, RegistryRouter, RegistrySessionSlots, RegistrySimulator } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { TldCatalog } from "@namewright/core/tlds"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { layerEppRouter } from "../../src/config/layerEppRouter.ts"
import type { ConfiguredRegistry } from "../../src/config/readEppConfig.ts"
import { fixedCredentials } from "../../src/pool/EppCredentials.ts"
import { namewright } from "../../src/profile/namewright.ts"
import { eppServer } from "../../src/server/index.ts"
import { serverCertificate, serverKey, testAuthority } from "../testCertificates.ts"

const password = Redacted.make("Correct-Horse-1")

const swedish = (port: number, tlds: ReadonlyArray<string>): ConfiguredRegistry => ({
  name: "swedish",
  tlds,
  profile: namewright,
  registrar: "registrar-1",
  environment: "production",
  pool: {
    name: "swedish",
    endpoint: { host: "127.0.0.1", port, tls: { ca: testAuthority } },
    credentials: fixedCredentials("registrar-1", password),
    wanted: { objects: namewright.objects, extensions: namewright.extensions, language: "en" }
  }
})

const registries = Layer.mergeAll(
  RegistrySimulator.layer.pipe(
    Layer.provideMerge(TldCatalog.layer),
    Layer.merge(Processes.layer),
    Layer.provide(memoryDatabase())
  ),
  RegistrySessionSlots.layerLocal,
  RegistrarIds.layerLocal
)

it.effect("the router speaks to configured registries by EPP, and leaves all others to the simulator", () =>
  TestClock.withLive(Effect.gen(function*() {
    const { port } = yield* eppServer({
      port: 0,
      registry: "internetstiftelsen",
      registrars: [{ clientId: "registrar-1", password }],
      tls: { certificate: serverCertificate, key: serverKey }
    })
    const config = { file: "epp.json", registries: [swedish(port, ["se", "nu"])] }
    const router = Context.get(yield* Layer.build(layerEppRouter(config)), RegistryRouter)
    const driver = Option.getOrThrow(router.find("internetstiftelsen"))
    const [answer] = yield* driver.checkDomains([DomainName.make("namewright.se")])
    assert.isTrue(answer?.available)
    assert.include(router.queues, driver.key)
    const simulator = yield* RegistrySimulator
    assert.strictEqual(Option.getOrThrow(router.find("sidn")), simulator.registry("sidn"))
    assert.sameMembers([...router.keys], [...simulator.keys])
  })).pipe(Effect.scoped, Effect.provide(registries)))

it.effect("the router is not made of a configuration that leaves TLDs of a registry out", () =>
  Effect.gen(function*() {
    const config = { file: "epp.json", registries: [swedish(1, ["se"])] }
    const error = yield* Effect.flip(Effect.provide(RegistryRouter, layerEppRouter(config)))
    assert.strictEqual(
      error.message,
      "epp.json is wrong:\n- registries.swedish.tlds: internetstiftelsen keeps .nu as well; name all"
    )
  }).pipe(Effect.scoped, Effect.provide(registries)))
