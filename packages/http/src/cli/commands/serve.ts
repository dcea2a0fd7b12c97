import { Worker } from "@namewright/core/embed"
import { EppConfigInvalid } from "@namewright/registry-epp"
import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { serve as serveRoutes } from "../../serve.ts"
import { serveChallenges } from "../../tls/serveChallenges.ts"
import { callerUrl } from "../callerUrl.ts"
import { CommandFailed } from "../CommandFailed.ts"
import { firstStart, isEmpty } from "../FirstStart.ts"
import { freePort } from "../freePort.ts"
import { type NameserverAddress, nameserverAddress, primaryAddress } from "../nameserverAddress.ts"
import { nameserversOf } from "../nameserversOf.ts"
import { requirePaymentSecrets } from "../paymentsOf.ts"
import { platformOf } from "../platformOf.ts"
import { realmOf, signInPagesOf } from "../realmOf.ts"
import { requireProxies } from "../requireProxies.ts"
import { chosenSettings, settingFlags } from "../settingFlags.ts"
import { type Settings, settings } from "../Settings.ts"
import { startSummary } from "../startSummary.ts"
import { plainPort, requireTls, secureHosts, withoutProxies } from "../tlsOf.ts"

interface Addresses {
  readonly port: number
  readonly url: string
  readonly nameserver: NameserverAddress | undefined
  readonly primary: NameserverAddress | undefined
  /** Port of plain HTTP beside HTTPS. */
  readonly plain: number | undefined
}

const started = Effect.fnUntraced(function*(chosen: Settings, { nameserver, plain, port, primary, url }: Addresses) {
  const { agentOrigins, clientCompatibility, dnsName, dnsRateLimit, host, trustedProxies } = chosen
  const rateLimit = { responses_per_second: dnsRateLimit, slip: 2 }
  const embedded = nameserver && { ...nameserver, name: dnsName, rateLimit }
  const nameservers = yield* Effect.fromResult(nameserversOf(chosen, embedded, primary))
  const signInPages = signInPagesOf(chosen, url)
  const approvalPages = signInPages === undefined ? undefined : `${signInPages}/approvals`
  const platform = yield* Layer.build(platformOf({ ...chosen, baseUrl: url, nameservers, approvalPages, signInPages }))
  return yield* Effect.gen(function*() {
    const first = yield* firstStart
    const isUnused = yield* isEmpty
    const http = { agentOrigins, clientCompatibility, trustedProxies, realm: realmOf(chosen, url) }
    const tls = yield* secureHosts(chosen)
    yield* Layer.build(serveRoutes({ host, port, http, tls }))
    if (tls !== undefined && plain !== undefined) yield* Layer.build(serveChallenges({ ...tls, host, port: plain }))
    yield* Effect.forkScoped(Effect.flatMap(Worker, (worker) => worker.work))
    return { first, isUnused }
  }).pipe(Effect.provideContext(platform))
})

export const serve = Command.make(
  "serve",
  settingFlags(...Object.keys(settings) as ReadonlyArray<keyof Settings>),
  Effect.fnUntraced(function*(flags) {
    const chosen = withoutProxies(yield* chosenSettings(flags))
    yield* requireTls(chosen)
    const port = yield* freePort(chosen.host, chosen.port)
    const url = callerUrl({ ...chosen, port })
    const nameserver = yield* nameserverAddress(chosen)
    const primary = yield* primaryAddress(chosen)
    const plain = yield* plainPort(chosen)
    yield* requireProxies(chosen, url)
    yield* requirePaymentSecrets(chosen)
    const made = yield* Effect.mapError(started(chosen, { port, url, nameserver, primary, plain }), asCommandFailure)
    // If programs read the log from the standard output, the summary for people goes to the standard error.
    const say = chosen.logFormat === "pretty" ? Console.log : Console.error
    yield* say(startSummary(chosen, { port, url, nameserver, primary, plain }, made))
    return yield* Effect.never
  }, Effect.scoped)
).pipe(Command.withDescription("Serve the REST interface and zones, and run jobs and scheduled work"))

const asCommandFailure = (error: unknown): CommandFailed =>
  error instanceof CommandFailed
    ? error
    : new CommandFailed({
      message: `The platform could not start: ${error instanceof EppConfigInvalid ? error.message : String(error)}`
    })
