import { layer as sqlite } from "@namewright/adapters-sqlite"
import { layerPlatform, type PlatformServices } from "@namewright/core/embed"
import { accountIdOf, type Registry, RegistrySessionSlots, RegistrySimulator } from "@namewright/core/registry"
import { TldCatalog, tldSpec } from "@namewright/core/tlds"
import { Clock, Context, type Duration, Effect, Layer, Option, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { eppRegistry } from "../../src/driver/eppRegistry.ts"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import { readCommand } from "../../src/message/readCommand.ts"
import { fixedCredentials } from "../../src/pool/EppCredentials.ts"
import { type EppPool, eppPool } from "../../src/pool/EppPool.ts"
import { namewright } from "../../src/profile/namewright.ts"
import type { RegistryProfile } from "../../src/profile/RegistryProfile.ts"
import { type EppServer, eppServer } from "../../src/server/index.ts"
import { serverCertificate, serverKey, testAuthority } from "../testCertificates.ts"
import { type CarriedOut, registrarCounted } from "./RegistrarCounted.ts"

export const backend = "wire-registry"

/** Restores want a report, and a transfer waits for the losing side. */
const wire = tldSpec({ name: "wire", type: "gTLD", backend, roles: "RAT", lock: [0, 0] })

/** The same without a report. */
const plain = tldSpec({ name: "plain", type: "gTLD", backend, roles: "RAT", lock: [0, 0], grace: { restore: 0 } })

const tlds = [wire, plain]
const zones = ["wire", "plain"]

export const profile: RegistryProfile = { ...namewright, restore: "report" }

export const password = "Correct-Horse-1"
const registrar = "our-account"

/** What the registry's accounts begin with, in minor units. */
export const openingBalance = 100_000_000

/** A command as the server received it. */
export interface Sent {
  readonly command: EppCommand
  readonly clTRID?: string
}

/** The registry at the other end of the wire: a database of its own, a server over TLS, and our sessions with it. */
export class WireRegistry extends Context.Service<WireRegistry, {
  readonly server: EppServer
  readonly simulator: RegistrySimulator["Service"]
  readonly client: EppPool
  readonly driver: Registry
  /** What the registry has done, in its order. */
  readonly carriedOut: Array<CarriedOut>
  /** What has come over the wire, in its order. */
  readonly sent: Array<Sent>
  /** Every document of either side. */
  readonly documents: Array<string>
  /** What is left of our account at the registry, in minor units. */
  readonly balance: Effect.Effect<number>
  /** Moves the clock of the sessions on; the platform and the registry live by the test's own. */
  readonly passOnWire: (duration: Duration.Input) => Effect.Effect<void>
}>()("registry-epp/test/WireRegistry") {
  static readonly layer = Layer.effect(
    WireRegistry,
    Effect.gen(function*() {
      const simulator = yield* RegistrySimulator
      const carriedOut: Array<CarriedOut> = []
      const sent: Array<Sent> = []
      const documents: Array<string> = []
      const counted = RegistrySimulator.of({
        ...simulator,
        registrar: (key, client) =>
          registrarCounted(simulator.registrar(key, client), (done) => void carriedOut.push(done))
      })
      const server = yield* Effect.provideService(
        eppServer({
          port: 0,
          registry: backend,
          registrars: [{ clientId: registrar, password: Redacted.make(password) }],
          tls: { certificate: serverCertificate, key: serverKey },
          // Longer than all the time that passes in a suite.
          limits: { idleMillis: 1e15 },
          onFrame: (direction, document) => {
            documents.push(document)
            const read = direction === "received" ? readCommand(document) : undefined
            if (read !== undefined && Result.isSuccess(read)) sent.push(read.success)
          }
        }),
        RegistrySimulator,
        counted
      )
      const clock = yield* TestClock.make({ warningDelay: "1 hour" })
      const client = yield* Effect.provideService(
        eppPool({
          name: backend,
          endpoint: { host: server.host, port: server.port, tls: { ca: testAuthority } },
          credentials: fixedCredentials(registrar, Redacted.make(password)),
          wanted: { objects: profile.objects, extensions: profile.extensions, language: "en" },
          limits: { sessions: 2, age: "1000 days" }
        }),
        Clock.Clock,
        clock
      )
      const { funds } = simulator.registrar(backend, registrar)
      return WireRegistry.of({
        server,
        simulator,
        client,
        driver: eppRegistry({
          key: backend,
          account_id: accountIdOf(backend, registrar),
          client,
          profile,
          registrar,
          zones
        }),
        carriedOut,
        sent,
        documents,
        balance: Effect.map(funds.balance, Option.match({ onNone: () => 0, onSome: ({ amount }) => amount as number })),
        passOnWire: (duration) => clock.adjust(duration)
      })
    })
  ).pipe(
    Layer.provide(
      RegistrySimulator.layerWith({ unknown_names: "missing", opening_balance: openingBalance })
    ),
    Layer.provide(TldCatalog.layerOf(tlds, [])),
    Layer.provide(RegistrySessionSlots.layerLocal),
    Layer.provide(sqlite({ filename: ":memory:" }))
  )
}

/** The platform with all of its services, whose registry for these TLDs is the one at the other end of the wire. */
export const onTheWire = (): Layer.Layer<PlatformServices | WireRegistry> => {
  const registry = Layer.fresh(WireRegistry.layer)
  const registries = Layer.unwrap(
    Effect.map(WireRegistry, ({ driver }) => RegistrySimulator.layerRouter([driver]))
  )
  return Layer.orDie(
    Layer.unwrap(
      Effect.map(Effect.context<WireRegistry>(), (context) =>
        layerPlatform({
          storage: sqlite({ filename: ":memory:", synchronous: "normal" }),
          tlds,
          registries: Layer.provide(registries, Layer.succeedContext(context))
        }))
    ).pipe(Layer.provideMerge(registry))
  )
}
