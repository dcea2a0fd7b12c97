import { DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { Entropy, Instant, PlatformSettings } from "../shared/index.ts"
import { type AuthorityOrder, CertificateAuthorities, type CertificateAuthority } from "./CertificateAuthority.ts"
import { sandboxCertificate, sandboxRoot, type Validity } from "./sandboxCertificate.ts"

/** Name by which the account of the sandbox authority is stored. */
export const sandboxAuthorityName = "sandbox"

/** Validity of its certificates, as of those of public authorities. */
const lifetime = Duration.days(90)

/** Validity of its root, the same at each call. */
const rootValidity: Validity = {
  valid_from: DateTime.makeUnsafe("2020-01-01T00:00:00Z"),
  expires_on: DateTime.makeUnsafe("2120-01-01T00:00:00Z")
}

const orderAt = (url: string, status: "ready" | "valid"): AuthorityOrder => ({
  url,
  status,
  challenges: [],
  problem: null
})

/**
 * Authority of a sandbox. It proves nothing about names, and stores nothing: the key of its account is the key of its root,
 * and an order is ready until a certificate is downloaded.
 */
const makeSandboxAuthority: Effect.Effect<CertificateAuthority> = Effect.gen(function*() {
  const entropy = yield* Entropy
  const { base_url } = yield* PlatformSettings

  return {
    name: sandboxAuthorityName,
    provesNames: false,
    register: () => Effect.succeed(`${base_url}/sandbox-authority`),
    order: ({ url }) => Effect.map(entropy.uuidV7(), (id) => orderAt(`${url}/orders/${id}`, "ready")),
    lookUp: (_account, url) => Effect.succeed(orderAt(url, "ready")),
    confirm: () => Effect.void,
    finalize: (_account, { url }) => Effect.succeed(orderAt(url, "valid")),
    download: Effect.fnUntraced(function*(account, _order, names, key) {
      const serial = yield* entropy.randomBytes(16)
      const valid_from = yield* Instant.now
      const validity = { valid_from, expires_on: DateTime.addDuration(valid_from, lifetime) }
      const rootKey = Redacted.value(account.key)
      const certificate = yield* Effect.promise(() =>
        sandboxCertificate(rootKey, { names, key: Redacted.value(key), serial, validity })
      )
      const root = yield* Effect.promise(() => sandboxRoot(rootKey, rootValidity))
      return { chain: `${certificate}${root}`, ...validity, renewal_id: null }
    }),
    caaIdentities: Effect.succeed([]),
    renewalInfo: () => Effect.succeed(Option.none())
  } satisfies CertificateAuthority
})

/** The authority of a sandbox, alone. */
export const layerSandboxAuthority: Layer.Layer<CertificateAuthorities> = Layer.effect(
  CertificateAuthorities,
  Effect.map(makeSandboxAuthority, (sandbox) => ({ all: [sandbox] }))
)
