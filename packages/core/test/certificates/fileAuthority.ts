import {
  type AuthorityChallenge,
  AuthorityFailed,
  type AuthorityOrder,
  CertificateAuthorities,
  type CertificateAuthority,
  type CertificateName,
  challengeTypeOf,
  layerSandboxAuthority
} from "@namewright/core/certificates"
import { Effect, Layer, Redacted } from "effect"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"

/** An order in a file: the names, the challenges that are not confirmed, and the key for which the certificate was requested. */
interface OrderFile {
  readonly names: ReadonlyArray<string>
  readonly open: ReadonlyArray<AuthorityChallenge>
  readonly key: string | null
}

const hashOf = (key: Redacted.Redacted) => createHash("sha256").update(Redacted.value(key)).digest("hex")

const read = (file: string): OrderFile => JSON.parse(readFileSync(file, "utf8"))

/** The orders that an authority has in a folder. */
export const ordersIn = (folder: string): ReadonlyArray<OrderFile> =>
  readdirSync(folder).filter((name) => name.startsWith("order-")).map((name) => read(join(folder, name)))

const write = (file: string, order: OrderFile) => writeFileSync(file, JSON.stringify(order))

const stateOf = (url: string): AuthorityOrder => {
  const { key, open } = read(url)
  return {
    url,
    status: key !== null ? "valid" : open.length > 0 ? "pending" : "ready",
    challenges: open,
    problem: null
  }
}

/** Challenges of the names that are proven over DNS; the others are proven already. */
const challengesOf = (url: string, names: ReadonlyArray<CertificateName>) =>
  names.filter((name) => challengeTypeOf(name, names) === "dns-01").map((name, index): AuthorityChallenge => ({
    type: "dns-01",
    name,
    url,
    token: `token-${basename(url)}-${index}`,
    response: `text-${basename(url)}-${index}`
  }))

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
    provesNames: true,
    order: (_account, { names }) =>
      called(() => {
        const url = join(folder, `order-${ordersIn(folder).length + 1}`)
        write(url, { names, open: challengesOf(url, names), key: null })
        return stateOf(url)
      }),
    lookUp: (_account, url) =>
      existsSync(url)
        ? called(() => stateOf(url))
        : Effect.fail(new AuthorityFailed({ reason: "refused", message: "No such order" })),
    confirm: (_account, { token, url }) =>
      called(() => {
        const order = read(url)
        write(url, { ...order, open: order.open.filter((challenge) => challenge.token !== token) })
      }),
    finalize: (_account, { url }, names, key) =>
      called(() => {
        write(url, { names, open: [], key: hashOf(key) })
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
