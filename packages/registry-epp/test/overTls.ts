import { RegistryAccountId } from "@namewright/core/registry"
import { Clock, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { eppRegistry } from "../src/driver/eppRegistry.ts"
import { fixedCredentials } from "../src/pool/EppCredentials.ts"
import { eppPool } from "../src/pool/EppPool.ts"
import type { RegistryProfile } from "../src/profile/RegistryProfile.ts"
import { eppServer } from "../src/server/index.ts"
import { registryClock } from "./registryClock.ts"
import { serverCertificate, serverKey, testAuthority } from "./testCertificates.ts"

/** What either side wrote so far. */
export const frames: Array<string> = []

const password = Redacted.make("Correct-Horse-1")

const account_id = RegistryAccountId.make("registry_account_00000000000000000000000000")

export interface SpokenTo {
  readonly backend: string
  readonly zones: ReadonlyArray<string>
  readonly profile: RegistryProfile
  readonly clientId: string
  /** Token that the server accepts; none by default, and it does not offer the extension. */
  readonly allocationToken?: string
}

/** A server in front of a simulated registry, and the driver that speaks to it over TLS. */
export const overTls = Effect.fnUntraced(function*(
  { allocationToken, backend, clientId, profile, zones }: SpokenTo
) {
  const server = yield* Effect.provideServiceEffect(
    eppServer({
      port: 0,
      registry: backend,
      registrars: [{ clientId, password }],
      tls: { certificate: serverCertificate, key: serverKey },
      // No session is looked at before days have really passed.
      limits: { idleMillis: 2e9 },
      ...(allocationToken === undefined ? {} : { allocationTokens: { accepted: [allocationToken], required: false } }),
      onFrame: (_, document) => frames.push(document)
    }),
    Clock.Clock,
    registryClock
  )
  const pool = eppPool({
    name: backend,
    endpoint: { host: server.host, port: server.port, tls: { ca: testAuthority } },
    credentials: fixedCredentials(clientId, password),
    wanted: { objects: profile.objects, extensions: profile.extensions, language: "en" },
    limits: { sessions: 3 }
  })
  const client = yield* TestClock.withLive(pool)
  return eppRegistry({ key: backend, account_id, client, profile, registrar: clientId, zones })
})
