import type { CertificateAuthorities } from "@namewright/core/certificates"
import { Effect, Layer, type Redacted } from "effect"
import { readFile } from "node:fs/promises"
import { CommandFailed } from "./CommandFailed.ts"
import type { Settings } from "./Settings.ts"

/** Settings of the certificate authorities. */
export type AuthorityChoice =
  & Pick<Settings, "environment">
  & {
    readonly [
      K in
        | "acmeDirectory"
        | "acmeEmail"
        | "acmeAcceptTerms"
        | "acmeKeyId"
        | "acmeHmacKey"
        | "acmeFallbackDirectory"
        | "acmeFallbackKeyId"
        | "acmeFallbackHmacKey"
        | "acmeRoots"
        | "tls"
    ]?: Settings[K] | undefined
  }

/** Directories by their short names. */
const directories: Readonly<Record<string, string>> = {
  letsencrypt: "https://acme-v02.api.letsencrypt.org/directory",
  "letsencrypt-staging": "https://acme-staging-v02.api.letsencrypt.org/directory"
}

interface ChosenAuthority {
  readonly name: string
  readonly directoryUrl: string
  readonly externalAccount: { readonly keyId: string; readonly hmacKey: Redacted.Redacted } | undefined
}

/**
 * Name that is stored with accounts and orders: the short one of a known directory, otherwise host and path, because one host
 * may have several authorities.
 */
const nameOf = (directory: string): string => {
  if (directory in directories) return directory
  const { host, href, pathname, search } = new URL(directory)
  return Object.keys(directories).find((name) => directories[name] === href) ?? `${host}${pathname}${search}`
}

const authorityOf = (
  directory: string,
  keyId: string | undefined,
  hmacKey: Redacted.Redacted | undefined
): ChosenAuthority => ({
  name: nameOf(directory),
  directoryUrl: directories[directory] ?? directory,
  externalAccount: keyId === undefined || hmacKey === undefined ? undefined : { keyId, hmacKey }
})

/** Authorities in the order of their use. Without a choice, production with `--tls acme` has Let's Encrypt, and a sandbox its own. */
export const chosenAuthorities = (choice: AuthorityChoice): ReadonlyArray<ChosenAuthority> => {
  const { acmeDirectory, acmeFallbackDirectory, environment, tls } = choice
  const first = acmeDirectory ?? (environment === "production" && tls === "acme" ? "letsencrypt" : undefined)
  if (first === undefined) return []
  return [
    authorityOf(first, choice.acmeKeyId, choice.acmeHmacKey),
    ...(acmeFallbackDirectory === undefined
      ? []
      : [authorityOf(acmeFallbackDirectory, choice.acmeFallbackKeyId, choice.acmeFallbackHmacKey)])
  ]
}

/** Problems of the settings of authorities, one line each. */
export const authorityProblems = (choice: AuthorityChoice): ReadonlyArray<string> => {
  const { acmeFallbackHmacKey, acmeFallbackKeyId, acmeHmacKey, acmeKeyId } = choice
  const [first, fallback] = chosenAuthorities(choice)
  return [
    ...(first !== undefined && !choice.acmeAcceptTerms
      ? ["--acme-accept-terms: expected true, because authorities demand that their terms of service are accepted"]
      : []),
    ...((acmeKeyId === undefined) === (acmeHmacKey === undefined)
      ? []
      : ["--acme-key-id and --acme-hmac-key: expected both or none"]),
    ...((acmeFallbackKeyId === undefined) === (acmeFallbackHmacKey === undefined)
      ? []
      : ["--acme-fallback-key-id and --acme-fallback-hmac-key: expected both or none"]),
    ...(fallback !== undefined && first?.name === fallback.name
      ? ["--acme-fallback-directory: expected another authority than --acme-directory"]
      : [])
  ]
}

/** The chosen authorities; undefined for those of the platform. `@namewright/acme` is loaded for them only. */
export const certificateAuthoritiesOf = (
  choice: AuthorityChoice
): Layer.Layer<CertificateAuthorities, CommandFailed> | undefined => {
  const [first, ...others] = chosenAuthorities(choice)
  if (first === undefined) return undefined
  return Layer.unwrap(Effect.gen(function*() {
    const { acmeAuthorities, letsEncrypt } = yield* Effect.promise(() => import("@namewright/acme"))
    const trustedRoots = yield* rootsIn(choice.acmeRoots)
    const optionsOf = (authority: ChosenAuthority) => ({
      ...(authority.name === "letsencrypt" ? letsEncrypt() : {}),
      ...authority,
      email: choice.acmeEmail,
      trustedRoots
    })
    return acmeAuthorities(optionsOf(first), ...others.map(optionsOf))
  }))
}

const rootsIn = (file: string | undefined): Effect.Effect<string | undefined, CommandFailed> =>
  file === undefined ? Effect.succeed(undefined) : Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: (error) =>
      new CommandFailed({ message: `The file ${file} of --acme-roots cannot be read: ${String(error)}` })
  })
