import { layer as sqlite } from "@namewright/adapters-sqlite"
import { contractBackends, contractTlds, RegistryUnderTest } from "@namewright/conformance"
import { RegistryAccountId, RegistrySessionSlots, RegistrySimulator } from "@namewright/core/registry"
import { type DomainName, Instant } from "@namewright/core/shared"
import { TldCatalog } from "@namewright/core/tlds"
import { Clock, DateTime, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { eppRegistry } from "../src/driver/eppRegistry.ts"
import { claimsNoticeChecksum } from "../src/message/claimsNotice.ts"
import { EppUri } from "../src/message/EppUri.ts"
import { fixedCredentials } from "../src/pool/EppCredentials.ts"
import { eppPool } from "../src/pool/EppPool.ts"
import { namewright } from "../src/profile/namewright.ts"
import type { RegistryProfile } from "../src/profile/RegistryProfile.ts"
import { eppServer } from "../src/server/index.ts"
import { serverCertificate, serverKey, testAuthority } from "./testCertificates.ts"

/** What either side wrote so far. */
export const frames: Array<string> = []

const registrar = { clientId: "our-account", password: Redacted.make("Correct-Horse-1") }

const account_id = RegistryAccountId.make("registry_account_00000000000000000000000000")

/** Tells the test's time, by which years pass, but waits as long as it really takes: a socket is silent in real time. */
const registryClock = Effect.gen(function*() {
  const clock = yield* Clock.Clock
  const { sleep } = yield* TestClock.withLive(Clock.Clock)
  return { ...clock, sleep }
})

/** A server in front of a simulated registry, and the driver that speaks to it over TLS. */
const overTls = Effect.fnUntraced(function*(backend: string, zones: ReadonlyArray<string>, profile: RegistryProfile) {
  const server = yield* Effect.provideServiceEffect(
    eppServer({
      port: 0,
      registry: backend,
      registrars: [registrar],
      tls: { certificate: serverCertificate, key: serverKey },
      // No session is looked at before days have really passed.
      limits: { idleMillis: 2e9 },
      onFrame: (_, document) => frames.push(document)
    }),
    Clock.Clock,
    registryClock
  )
  const pool = eppPool({
    name: backend,
    endpoint: { host: server.host, port: server.port, tls: { ca: testAuthority } },
    credentials: fixedCredentials(registrar.clientId, registrar.password),
    wanted: { objects: profile.objects, extensions: profile.extensions, language: "en" },
    limits: { sessions: 3 }
  })
  const client = yield* TestClock.withLive(pool)
  return eppRegistry({ key: backend, account_id, client, profile, registrar: registrar.clientId, zones })
})

/** A notice of the Trademark Clearinghouse for the name, accepted now. */
const acceptance = Effect.fnUntraced(function*(name: DomainName) {
  const now = yield* Instant.now
  const notAfter = DateTime.add(now, { days: 7 })
  const number = "0009223372036854775"
  const label = name.slice(0, name.indexOf("."))
  return JSON.stringify({
    notice_id: `${claimsNoticeChecksum(label, DateTime.toEpochMillis(notAfter), number)}${number}`,
    not_after: Instant.format(notAfter),
    accepted_on: Instant.format(now)
  })
})

/** What the registry suite asks of a driver: our accounts by EPP, the rival's at the simulator itself. */
export const driverUnderTest = Layer.effect(
  RegistryUnderTest,
  Effect.gen(function*() {
    const { registry } = yield* RegistrySimulator
    const { country, generic } = contractBackends
    return RegistryUnderTest.of({
      ours: {
        generic: yield* overTls(generic, ["generic", "locked"], namewright),
        country: yield* overTls(country, ["country", "released"], {
          ...namewright,
          objects: namewright.objects.filter((uri) => uri !== EppUri.host),
          hosts: "attributes",
          claims: false
        })
      },
      theirs: { generic: registry(generic, "rival"), country: registry(country, "rival") },
      advance: TestClock.adjust,
      acceptance
    })
  })
).pipe(
  Layer.provide(RegistrySimulator.layerWith({ unknown_names: "missing" })),
  Layer.provide(TldCatalog.layerOf(contractTlds, [])),
  Layer.provide(RegistrySessionSlots.layerLocal),
  Layer.provide(sqlite({ filename: ":memory:" }))
)
