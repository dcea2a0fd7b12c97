import { RegistrySessionSlots } from "@namewright/core/registry"
import { Context, Effect, Layer, Logger, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type { DomainInfo } from "../../src/message/DomainCommand.ts"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import { EppUri } from "../../src/message/EppUri.ts"
import { fixedCredentials } from "../../src/pool/EppCredentials.ts"
import { type EppPool, eppPool } from "../../src/pool/EppPool.ts"
import type { EppPoolOptions } from "../../src/pool/EppPoolOptions.ts"
import { Happenings } from "../Happenings.ts"
import { testAuthority } from "../testCertificates.ts"

/*
 * These tests advance the clock explicitly, while sockets need real time. So that neither has to guess at
 * the other, a test moves the clock only when nothing is on its way, and then by what it means. It knows by one of these:
 *
 * - `server.until...`: the server has received something, or a connection has ended. The end of a connection that the
 *   client closes, or closes in return, is seen by the server in a later turn of the event loop than the client: the
 *   client has drawn its conclusions by then.
 * - `untilLogged`: the client has met with a failure. It decides when to try again in the step in which it says so.
 * - an answer that the test itself waits for.
 * - `settled`: everything that was sent has been answered. What was sent by the clock was sent before `adjust` ended.
 */

export const password = "open-sesame"

/** A pool for a scripted server, with everything else as given or as usual. */
export const testPool = ({ port }: { readonly port: number }, options: Partial<EppPoolOptions> = {}) =>
  eppPool({
    name: "registry",
    endpoint: { host: "127.0.0.1", port, tls: { ca: testAuthority } },
    credentials: fixedCredentials("registrar", Redacted.make(password)),
    wanted: {
      objects: [EppUri.domain, EppUri.host, EppUri.contact],
      extensions: [EppUri.secDNS, EppUri.rgp, EppUri.fee],
      language: "en"
    },
    ...options
  })

/** What pools log while a test runs. */
export class PoolLog extends Context.Service<PoolLog, {
  readonly lines: ReadonlyArray<string>
  readonly happenings: Happenings
}>()("registry-epp/test/PoolLog") {
  /** Takes the log instead of the console, for each test anew. */
  static readonly layer = Layer.unwrap(Effect.sync(() => {
    const lines: Array<string> = []
    const happenings = new Happenings()
    const logger = Logger.make(({ message }) => {
      lines.push(String(message))
      happenings.happened()
    })
    return Layer.merge(Layer.succeed(PoolLog, { lines, happenings }), Logger.layer([logger]))
  }))
}

/** Waits until something was logged so many times. */
export const untilLogged = (part: string, times: number) =>
  Effect.flatMap(
    PoolLog,
    ({ happenings, lines }) => happenings.until(() => lines.filter((line) => line.includes(part)).length >= times)
  )

/** Waits until no command is running in the sessions of pools, without advancing the clock. */
export const settled = (...pools: ReadonlyArray<EppPool>) =>
  Effect.gen(function*() {
    const isBusy = Effect.map(
      Effect.forEach(pools, ({ state }) => state),
      (states) => states.some(({ sessions }) => sessions.some(({ pending }) => pending > 0))
    )
    while (yield* isBusy) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  })

/** Shorter than any limit of a session. */
const shortStep = 10

/** Lets seconds pass in which pools send nothing but signs of life, each of which is answered before time goes on. */
export const passQuietly = Effect.fnUntraced(function*(seconds: number, ...pools: ReadonlyArray<EppPool>) {
  for (let left = seconds; left > 0; left -= shortStep) {
    yield* TestClock.adjust(`${Math.min(left, shortStep)} seconds`)
    yield* settled(...pools)
  }
})

/** Slots of one process, for each test its own. */
export const withSlots = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(Effect.scoped(effect), Layer.merge(RegistrySessionSlots.layerLocal, PoolLog.layer), { local: true })

export const info = (name: string): DomainInfo => ({ _tag: "DomainInfo", name })

export const renew = (name: string): EppCommand => ({
  _tag: "DomainRenew",
  name,
  currentExpiry: "2027-01-01",
  period: { value: 1, unit: "y" }
})
