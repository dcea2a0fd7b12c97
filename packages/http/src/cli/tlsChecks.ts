import { CertificateStore } from "@namewright/core/certificates"
import { type Hostname, Instant } from "@namewright/core/shared"
import { Clock, Effect, Option } from "effect"
import { certificateFiles } from "./certificateFiles.ts"
import { freePort } from "./freePort.ts"
import { onCurrentStores } from "./onStores.ts"
import type { CheckResult } from "./printCheckResults.ts"
import type { Settings } from "./Settings.ts"
import { ownHostOf, tlsProblems } from "./tlsOf.ts"

const fine = (explanation: string): CheckResult => ({ about: "HTTPS", verdict: "fine", explanation })
const advice = (explanation: string): CheckResult => ({ about: "HTTPS", verdict: "advice", explanation })
const problem = (explanation: string): CheckResult => ({ about: "HTTPS", verdict: "problem", explanation })

/** Checks HTTPS: its settings, the certificate of the own host, and the port for plain HTTP. */
export const tlsChecks = Effect.fnUntraced(function*(settings: Settings) {
  const { baseUrl, host, httpPort, tls, tlsCert = "", tlsKey = "" } = settings
  const problems = tlsProblems(settings)
  if (problems.length > 0) return [problem(problems.join("; "))]
  const own = Option.getOrUndefined(ownHostOf(baseUrl))
  if (tls === "none" || own === undefined) return [fine("not served by this process")]
  return [
    ...(tls === "acme" && settings.environment === "production" && settings.publicAddresses === undefined
      ? [advice("--public-addresses would let orders wait until hosts have the addresses of this installation")]
      : []),
    yield* tls === "files" ? fileCheck(own, tlsCert, tlsKey) : issuedCheck(settings, own),
    yield* httpPort === "none"
      ? Effect.succeed(
        tls === "acme" ? advice("authorities need port 80 of this host, and --http-port is none") : fine("no redirects")
      )
      : Effect.match(freePort(host, httpPort, "--http-port"), {
        onFailure: ({ message }) => problem(message),
        onSuccess: () => fine(`${httpPort} of ${host} is free for challenges and redirects`)
      })
  ]
})

const fileCheck = (own: Hostname, certificateFile: string, keyFile: string) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const found = yield* Effect.tryPromise({
      try: () => certificateFiles(certificateFile, keyFile)(own),
      catch: (error) => problem(`--tls-cert and --tls-key cannot be read: ${String(error)}`)
    })
    if (found === undefined) return problem(`the certificate of --tls-cert does not cover ${own}`)
    const expires = new Date(found.expires).toISOString()
    return found.expires > now
      ? fine(`${certificateFile}, valid until ${expires}`)
      : problem(`${certificateFile} expired on ${expires}`)
  }).pipe(Effect.catch((result) => Effect.succeed(result)))

const issuedCheck = Effect.fnUntraced(function*({ database }: Settings, own: Hostname) {
  const look = Effect.gen(function*() {
    const store = yield* CertificateStore
    const issued = yield* store.issuedFor(own, yield* Instant.now)
    if (Option.isSome(issued) && issued.value.expires_on !== null) {
      return fine(
        `certificate of ${own} by ${issued.value.authority}, until ${Instant.format(issued.value.expires_on)}`
      )
    }
    const requested = yield* store.lockNames([own])
    const reason = Option.getOrNull(requested)?.error_message ?? "it is ordered when the server runs"
    return advice(`${own} has no certificate yet, so only challenges are served: ${reason}`)
  })
  const found = yield* Effect.option(onCurrentStores(database, look))
  return Option.getOrElse(
    Option.flatten(found),
    () => advice(`${own} has no certificate yet; it is ordered at the start`)
  )
})
