import { layerPlatform, type PlatformOptions, type PlatformServices } from "@namewright/core/embed"
import {
  accountIdOf,
  localRegistrarIds,
  RegistrarIds,
  type Registry,
  RegistrySimulator
} from "@namewright/core/registry"
import { TldCatalog, tldSpec } from "@namewright/core/tlds"
import { Clock, Context, Effect, Layer, Option, type Queue, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { watchSleeps } from "../../../core/test/shared/watchSleeps.ts"
import { eppRegistry } from "../../src/driver/eppRegistry.ts"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import { EppUri } from "../../src/message/EppUri.ts"
import { readCommand } from "../../src/message/readCommand.ts"
import type { EppClient } from "../../src/pool/EppClient.ts"
import { fixedCredentials } from "../../src/pool/EppCredentials.ts"
import { eppPool } from "../../src/pool/EppPool.ts"
import type { EppPoolOptions } from "../../src/pool/EppPoolOptions.ts"
import { namewright } from "../../src/profile/namewright.ts"
import type { RegistryProfile } from "../../src/profile/RegistryProfile.ts"
import { type EppServer, eppServer, type EppServerLimits, type EppServerOptions } from "../../src/server/index.ts"
import { Happenings } from "../Happenings.ts"
import { serverCertificate, serverKey, testAuthority } from "../testCertificates.ts"
import { LaggingCopy } from "./LaggingCopy.ts"
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
export const registrar = "our-account"

/** A command as the server received it. */
export interface Sent {
  readonly command: EppCommand
  readonly clTRID?: string
}

/** Options of a suite's EPP server. */
interface ServerSide extends Pick<EppServerOptions, "allocationTokens" | "requiresAuthCodes"> {
  /** Registrar id in responses. Default: the id of the login. */
  readonly shownAs?: string
}

/** The registry at the other end of the wire: a database of its own, and a server over TLS. */
export class WireRegistry extends Context.Service<WireRegistry, {
  readonly server: EppServer
  readonly simulator: RegistrySimulator["Service"]
  /** Answers queries of domains. */
  readonly copy: LaggingCopy
  /** What the registry has done, in its order. */
  readonly carriedOut: Array<CarriedOut>
  /** What has come over the wire, in its order. */
  readonly sent: Array<Sent>
  /** Every document of either side. */
  readonly documents: Array<string>
  /** What is left of our account at the registry, in minor units. */
  readonly balance: Effect.Effect<number>
  /** What came over the wire and what the registry has done. */
  readonly happenings: Happenings
  /** The clock of our sessions; the platform and the registry live by the test's own. */
  readonly wireClock: TestClock.TestClock
  /** What our sessions have begun to wait for by it, in milliseconds. */
  readonly waits: Queue.Dequeue<number>
}>()("registry-epp/test/WireRegistry") {
  static readonly layerWith = (limits: Partial<EppServerLimits> = {}, { shownAs, ...options }: ServerSide = {}) =>
    Layer.effect(
      WireRegistry,
      Effect.gen(function*() {
        const simulator = yield* RegistrySimulator
        const carriedOut: Array<CarriedOut> = []
        const sent: Array<Sent> = []
        const documents: Array<string> = []
        const happenings = new Happenings()
        const wire = yield* watchSleeps(yield* TestClock.make({ warningDelay: "1 hour" }))
        const copy = new LaggingCopy(simulator.registrar(backend, registrar))
        const done = (one: CarriedOut) => {
          carriedOut.push(one)
          happenings.happened()
        }
        const counted = RegistrySimulator.of({
          ...simulator,
          registrar: (key, client) => copy.over(registrarCounted(simulator.registrar(key, client), done))
        })
        const server = yield* Effect.provideService(
          eppServer({
            ...options,
            port: 0,
            registry: backend,
            registrars: [{
              clientId: registrar,
              password: Redacted.make(password),
              ...(shownAs === undefined ? {} : { shownAs })
            }],
            tls: { certificate: serverCertificate, key: serverKey },
            // Longer than all the time that passes in a suite.
            limits: { idleMillis: 1e15, failedLoginMillis: 0, ...limits },
            onFrame: (direction, document) => {
              documents.push(document)
              const read = direction === "received" ? readCommand(document) : undefined
              if (read !== undefined && Result.isSuccess(read)) sent.push(read.success)
              happenings.happened()
            }
          }),
          RegistrySimulator,
          counted
        )
        const { funds } = simulator.registrar(backend, registrar)
        return WireRegistry.of({
          server,
          simulator,
          copy,
          carriedOut,
          sent,
          documents,
          balance: Effect.map(
            funds.balance,
            Option.match({ onNone: () => 0, onSome: ({ amount }) => amount as number })
          ),
          happenings,
          wireClock: wire.clock,
          waits: wire.begun
        })
      })
    ).pipe(
      Layer.provide(RegistrySimulator.layerWith({ unknown_names: "missing", opening_balance: 100_000_000 })),
      Layer.provide(TldCatalog.layerOf(tlds, [])),
      Layer.provide(memoryDatabase()),
      Layer.orDie
    )

  static readonly layer = WireRegistry.layerWith()
}

/** Our sessions with the registry. */
export const wireSessions = Effect.fnUntraced(function*(options: Partial<EppPoolOptions> = {}) {
  const { server, wireClock } = yield* WireRegistry
  const pool = eppPool({
    name: backend,
    endpoint: { host: server.host, port: server.port, tls: { ca: testAuthority } },
    credentials: fixedCredentials(registrar, Redacted.make(password)),
    wanted: { objects: profile.objects, extensions: [...profile.extensions, EppUri.allocationToken], language: "en" },
    limits: { sessions: 2, age: "1000 days" },
    ...options
  })
  return yield* Effect.provideService(pool, Clock.Clock, wireClock)
})

/** The registry as its driver shows it. */
export const driverOf = (
  client: EppClient,
  changes: Partial<RegistryProfile> = {},
  registrarIds: RegistrarIds["Service"] = localRegistrarIds()
): Registry =>
  eppRegistry({
    key: backend,
    account_id: accountIdOf(backend, registrar),
    client,
    profile: { ...profile, ...changes },
    registrar,
    registrarIds,
    zones
  })

/** A platform with all of its services, whose registry for these TLDs is the one at the other end of the wire. */
export const platformOnWire = (
  storage: PlatformOptions["storage"],
  sessions: Partial<EppPoolOptions> = {},
  changes: Partial<RegistryProfile> = {}
): Layer.Layer<PlatformServices, never, WireRegistry> =>
  Layer.orDie(Layer.unwrap(
    Effect.map(Effect.context<WireRegistry>(), (context) => {
      const driver = Effect.gen(function*() {
        return driverOf(yield* wireSessions(sessions), changes, yield* RegistrarIds)
      })
      const router = Layer.unwrap(Effect.map(driver, (registry) => RegistrySimulator.layerRouter([registry])))
      return layerPlatform({
        storage,
        tlds,
        registries: Layer.provide(router, Layer.succeedContext(context))
      })
    })
  ))

/** Both ends of the wire. */
export const onTheWire = (
  changes: Partial<RegistryProfile> = {},
  side: ServerSide = {}
): Layer.Layer<PlatformServices | WireRegistry> =>
  Layer.provideMerge(platformOnWire(memoryDatabase(), {}, changes), Layer.fresh(WireRegistry.layerWith({}, side)))
