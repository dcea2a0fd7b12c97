import { CertificateAuthorities, layerSandboxAuthority } from "@namewright/core/certificates"
import { Hostname } from "@namewright/core/shared"
import type { PresentedCertificate } from "@namewright/http"
import { Effect, Redacted } from "effect"
import { generateKeyPairSync } from "node:crypto"

const newKey = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString()

const order = { url: "", status: "valid", challenges: [], problem: null } as const

/** Name of a host of the benchmark. */
export const hostOf = (n: number): string => `h${n}.example`

/** Certificates with P-256 keys of hosts, by one authority. */
export const hostCertificates = (hosts: number): Promise<ReadonlyMap<string, PresentedCertificate>> => {
  const account = { url: "", key: Redacted.make(newKey()) }
  const issued = Effect.gen(function*() {
    const [sandbox] = (yield* CertificateAuthorities).all
    if (sandbox === undefined) return yield* Effect.die("No authority")
    return yield* Effect.forEach(
      Array.from({ length: hosts }, (_, n) => hostOf(n)),
      Effect.fnUntraced(function*(host) {
        const key = Redacted.make(newKey())
        const { chain } = yield* sandbox.download(account, order, [Hostname.make(host)], key)
        return [host, { names: [host], chain, key, expires: Number.MAX_SAFE_INTEGER }] as const
      })
    )
  })
  return Effect.runPromise(Effect.map(Effect.provide(issued, layerSandboxAuthority), (all) => new Map(all)))
}
