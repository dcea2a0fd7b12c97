import { CertificateAuthorities, layerSandboxAuthority } from "@namewright/core/certificates"
import { Hostname } from "@namewright/core/shared"
import { Effect, Redacted } from "effect"
import { generateKeyPairSync } from "node:crypto"

const newKey = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString()

/** A certificate of a server at `localhost`, issued by the authority of a sandbox: all in PEM. */
export const serverCertificate = async () => {
  const key = newKey()
  const account = { url: "", key: Redacted.make(newKey()) }
  const order = { url: "", status: "valid", challenges: [], problem: null } as const
  const names = [Hostname.make("localhost")]
  const { chain } = await Effect.runPromise(
    Effect.flatMap(
      CertificateAuthorities,
      ({ all: [sandbox] }) =>
        sandbox === undefined ? Effect.die("No authority") : sandbox.download(account, order, names, Redacted.make(key))
    ).pipe(
      Effect.provide(layerSandboxAuthority)
    )
  )
  const [certificate = "", root = ""] = chain.split(/(?<=-----END CERTIFICATE-----\n)/)
  return { certificate, key, root }
}
