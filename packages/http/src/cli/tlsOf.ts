import { Certificates } from "@namewright/core/certificates"
import { Hostname } from "@namewright/core/shared"
import { Clock, Effect, Option, Schema } from "effect"
import { issuedCertificates } from "../tls/issuedCertificates.ts"
import { SecureContexts } from "../tls/SecureContexts.ts"
import { type AuthorityChoice, authorityProblems } from "./certificateAuthoritiesOf.ts"
import { certificateFiles } from "./certificateFiles.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { freePort } from "./freePort.ts"
import type { Settings } from "./Settings.ts"

/** Settings of HTTPS. */
export type TlsChoice = AuthorityChoice & Pick<Settings, "baseUrl" | "host" | "httpPort" | "tlsCert" | "tlsKey">

/** Owner of the certificate of the platform's own host. */
const owner = "platform"

const readHostname = Schema.decodeUnknownOption(Hostname)

/** Host of an https address; none for another one. */
export const ownHostOf = (baseUrl: string | undefined): Option.Option<Hostname> => {
  const url = baseUrl === undefined ? null : URL.parse(baseUrl)
  return url?.protocol === "https:" ? readHostname(url.hostname) : Option.none()
}

/** Problems of the settings of HTTPS, one line each. */
export const tlsProblems = (choice: TlsChoice): ReadonlyArray<string> => {
  const { baseUrl, tls, tlsCert, tlsKey } = choice
  const files = tlsCert !== undefined && tlsKey !== undefined
  return [
    ...authorityProblems(choice),
    ...(tls !== "none" && Option.isNone(ownHostOf(baseUrl))
      ? ["--base-url: --tls needs the https address of this server, with a hostname"]
      : []),
    ...(tls === "files" && !files ? ["--tls files: expected --tls-cert and --tls-key"] : []),
    ...(tls !== "files" && (tlsCert !== undefined || tlsKey !== undefined)
      ? ["--tls-cert and --tls-key: need --tls files"]
      : [])
  ]
}

/** Fails if HTTPS cannot be served with these settings. */
export const requireTls = (choice: TlsChoice): Effect.Effect<void, CommandFailed> => {
  const problems = tlsProblems(choice)
  return problems.length === 0 ? Effect.void : Effect.fail(new CommandFailed({ message: problems.join("\n") }))
}

/**
 * The settings of a server that callers reach without a proxy, because it serves HTTPS itself: none is trusted, unless the
 * operator names one.
 */
export const withoutProxies = <A extends Pick<Settings, "tls" | "trustedProxies">>(chosen: A): A =>
  chosen.tls === "none" || chosen.trustedProxies !== undefined ? chosen : { ...chosen, trustedProxies: [] }

/** Port of the listener for plain HTTP; undefined without one. */
export const plainPort = ({ host, httpPort, tls }: TlsChoice): Effect.Effect<number | undefined, CommandFailed> =>
  tls === "none" || httpPort === "none"
    ? Effect.succeed(undefined)
    : freePort(host, httpPort, "--http-port")

/** The certificate of two files. Fails if they cannot be read, or do not cover the own host. */
const readableFiles = Effect.fnUntraced(function*(certificateFile: string, keyFile: string, host: Hostname) {
  const find = certificateFiles(certificateFile, keyFile)
  const found = yield* Effect.tryPromise({
    try: () => find(host),
    catch: (error) => new CommandFailed({ message: `--tls-cert and --tls-key cannot be read: ${String(error)}` })
  })
  if (found !== undefined) return find
  return yield* new CommandFailed({ message: `--tls-cert: the certificate does not cover ${host} of --base-url` })
})

/** Ensures the certificate of the own host, and ends the renewals of those of former base URLs. */
const ownCertificate = Effect.fnUntraced(function*(host: Hostname) {
  const certificates = yield* Certificates
  yield* certificates.ensure([host], null, owner)
  for (const { names } of yield* certificates.retire(owner, [host])) {
    yield* Effect.logWarning(`The certificate of ${names.join(", ")}, a former --base-url, is not renewed any more`)
  }
})

/** Certificates of the server, and its own host; undefined without HTTPS. Orders the own certificate if none exists. */
export const secureHosts = Effect.fnUntraced(function*(choice: TlsChoice) {
  const { baseUrl, tls, tlsCert, tlsKey } = choice
  const host = Option.getOrUndefined(ownHostOf(baseUrl))
  if (tls === "none" || host === undefined) return undefined
  const clock = yield* Clock.Clock
  if (tls === "acme") yield* ownCertificate(host)
  const find = tls === "files"
    ? yield* readableFiles(tlsCert ?? "", tlsKey ?? "", host)
    : yield* issuedCertificates
  const contexts = new SecureContexts({ find, now: () => clock.currentTimeMillisUnsafe() })
  const securePort = Number(new URL(baseUrl ?? "").port || 443)
  return { contexts, ownHost: host, securePort }
})
