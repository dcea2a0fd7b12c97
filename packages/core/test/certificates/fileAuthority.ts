import {
  AuthorityFailed,
  type AuthorityOrder,
  CertificateAuthorities,
  type CertificateAuthority,
  layerSandboxAuthority
} from "@namewright/core/certificates"
import { Effect, Layer, Redacted } from "effect"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** An order in a file: the names, and the key for which the certificate was requested. */
interface OrderFile {
  readonly names: ReadonlyArray<string>
  readonly key: string | null
}

const hashOf = (key: Redacted.Redacted) => createHash("sha256").update(Redacted.value(key)).digest("hex")

const read = (file: string): OrderFile => JSON.parse(readFileSync(file, "utf8"))

/** The orders that an authority has in a folder. */
export const ordersIn = (folder: string): ReadonlyArray<OrderFile> =>
  readdirSync(folder).filter((name) => name.startsWith("order-")).map((name) => read(join(folder, name)))

const stateOf = (url: string): AuthorityOrder => ({
  url,
  status: read(url).key === null ? "ready" : "valid",
  challenges: [],
  problem: null
})

/** An authority whose orders outlive the processes that place them. `onCall` runs before and after each call's effect. */
export const fileAuthority = (folder: string, onCall: () => void = () => {}): Layer.Layer<CertificateAuthorities> => {
  const called = <A>(effect: () => A) =>
    Effect.sync(() => {
      onCall()
      const result = effect()
      onCall()
      return result
    })
  const over = (sandbox: CertificateAuthority): CertificateAuthority => ({
    ...sandbox,
    name: "files",
    order: (_account, { names }) =>
      called(() => {
        const url = join(folder, `order-${ordersIn(folder).length + 1}`)
        writeFileSync(url, JSON.stringify({ names, key: null }))
        return stateOf(url)
      }),
    lookUp: (_account, url) =>
      existsSync(url)
        ? called(() => stateOf(url))
        : Effect.fail(new AuthorityFailed({ reason: "refused", message: "No such order" })),
    finalize: (_account, { url }, names, key) =>
      called(() => {
        writeFileSync(url, JSON.stringify({ names, key: hashOf(key) }))
        return stateOf(url)
      }),
    download: (account, order, names, key) =>
      read(order.url).key === hashOf(key)
        ? Effect.tap(sandbox.download(account, order, names, key), called(() => {}))
        : Effect.fail(new AuthorityFailed({ reason: "refused", message: "Ordered for another key" }))
  })
  return Layer.effect(
    CertificateAuthorities,
    Effect.map(CertificateAuthorities, ({ all }) => ({ all: all.map(over) }))
  ).pipe(Layer.provide(layerSandboxAuthority))
}
