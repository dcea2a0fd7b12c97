import { RegistrySessionSlots } from "@namewright/core/registry"
import { Effect, Layer, Logger, Redacted } from "effect"
import type { DomainInfo } from "../../src/message/DomainCommand.ts"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import { EppUri } from "../../src/message/EppUri.ts"
import { fixedCredentials } from "../../src/pool/EppCredentials.ts"
import { eppPool } from "../../src/pool/EppPool.ts"
import type { EppPoolOptions } from "../../src/pool/EppPoolOptions.ts"
import { testAuthority } from "../testCertificates.ts"

export const password = "open-sesame"

/** A pool for a scripted server, with everything else as given or as usual. */
export const testPool = ({ port }: { readonly port: number }, options: Partial<EppPoolOptions> = {}) =>
  eppPool({
    name: "registry",
    endpoint: { host: "127.0.0.1", port, tls: { ca: testAuthority } },
    credentials: fixedCredentials("registrar", Redacted.make(password)),
    wanted: {
      objects: [EppUri.domain, EppUri.host, EppUri.contact],
      extensions: [EppUri.secDNS, EppUri.rgp, EppUri.fee],
      language: "en"
    },
    ...options
  })

/** Slots of one process, for each test its own; what is logged is for the tests that look at it. */
export const withSlots = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(Effect.scoped(effect), Layer.merge(RegistrySessionSlots.layerLocal, Logger.layer([])), { local: true })

export const info = (name: string): DomainInfo => ({ _tag: "DomainInfo", name })

export const renew = (name: string): EppCommand => ({
  _tag: "DomainRenew",
  name,
  currentExpiry: "2027-01-01",
  period: { value: 1, unit: "y" }
})
