import { CertificateAuthorities, layerSandboxAuthority } from "@namewright/core/certificates"
import { Hostname } from "@namewright/core/shared"
import { DateTime, Effect, Redacted } from "effect"
import { generateKeyPairSync } from "node:crypto"
import type { PresentedCertificate } from "../../src/tls/SecureContexts.ts"

const newKey = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString()

const download = (names: ReadonlyArray<string>, key: string) =>
  Effect.flatMap(
    CertificateAuthorities,
    ({ all: [sandbox] }) =>
      sandbox === undefined ? Effect.die("No authority") : sandbox.download(
        { url: "", key: Redacted.make(newKey()) },
        { url: "", status: "valid", challenges: [], problem: null },
        names.map((name) => Hostname.make(name)),
        Redacted.make(key)
      )
  ).pipe(Effect.provide(layerSandboxAuthority))

/** A certificate of the sandbox authority for these names, whose root is the last one of the chain. */
export const newCertificateOf = async (names: ReadonlyArray<string>): Promise<PresentedCertificate> => {
  const key = newKey()
  const { chain, expires_on } = await Effect.runPromise(download(names, key))
  return { names, chain, key: Redacted.make(key), expires: DateTime.toEpochMillis(expires_on) }
}
