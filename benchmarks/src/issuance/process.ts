import { acmeAuthorities } from "@namewright/acme"
import {
  CertificateName,
  Certificates,
  CertificateStore,
  challengePath,
  ChallengeResponses
} from "@namewright/core/certificates"
import { ZonePublications, Zones } from "@namewright/core/dns"
import { layerPlatform, Worker } from "@namewright/core/embed"
import { CurrentActor } from "@namewright/core/shared"
import { embeddedNameserver } from "@namewright/nameservers"
import { Effect, Layer, Option, Schema } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import { startPebble } from "../../../packages/acme/test/Pebble.ts"
import { freePort } from "../../../test/freePort.ts"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import { newCustomer } from "../harness/customer.ts"
import type { Storage } from "../harness/Databases.ts"
import { median } from "../harness/rounds.ts"
import { storageOf } from "../harness/storageOf.ts"

export interface IssuanceTask {
  readonly storage: Storage
  /** Certificates of each kind. */
  readonly certificates: number
}

/** Milliseconds from the request to the stored certificate. */
interface Durations {
  readonly median: number
  readonly longest: number
}

export interface IssuanceResult {
  readonly http: Durations
  readonly dns: Durations
}

const task = taskOf<IssuanceTask>()
const zone = "bench.example"
const readName = Schema.decodeUnknownSync(CertificateName)

/** Answers the challenges of hosts. */
const challengeServer = (port: number) =>
  Effect.acquireRelease(
    Effect.gen(function*() {
      const responses = yield* ChallengeResponses
      const run = Effect.runPromiseWith(yield* Effect.context<never>())
      const server = createServer((request, response) => {
        void run(responses.find((request.url ?? "").slice(challengePath.length))).then((found) => {
          response.statusCode = Option.isSome(found) ? 200 : 404
          response.end(Option.getOrElse(found, () => ""))
        })
      }).listen(port, "127.0.0.1")
      yield* Effect.promise(() => once(server, "listening"))
      return server
    }),
    (server) => Effect.sync(() => server.close())
  )

/** Milliseconds until the certificate of a name is issued. */
const issued = Effect.fnUntraced(function*(name: CertificateName) {
  const store = yield* CertificateStore
  const started = performance.now()
  const { certificate_id } = yield* Certificates.use((certificates) => certificates.ensure([name], null, "benchmark"))
  for (;;) {
    const { chain, error_message } = Option.getOrThrow(yield* store.find(certificate_id))
    if (chain !== null) return performance.now() - started
    if (error_message !== null) return yield* Effect.die(new Error(error_message))
    yield* Effect.sleep("5 millis")
  }
})

const durationsOf = Effect.fnUntraced(function*(nameOf: (index: number) => string) {
  // The first one loads the client and registers the account.
  yield* issued(readName(nameOf(0)))
  const all = yield* Effect.forEach(
    Array.from({ length: task.certificates }, (_, index) => nameOf(index + 1)),
    (name) => issued(readName(name))
  )
  const durations: Durations = { median: median(all), longest: Math.max(...all) }
  return durations
})

const measure = (httpPort: number) =>
  Effect.gen(function*() {
    const { actor } = yield* newCustomer
    const address = { type: "A" as const, ttl: 60, records: [{ rdata: "127.0.0.1" }] }
    yield* Zones.use((zones) => zones.create({ name: zone, rrsets: [{ name: "*", ...address }] })).pipe(
      Effect.provideService(CurrentActor, actor)
    )
    // The nameserver is known with its first round.
    yield* ZonePublications.use(({ drain }) => drain)
    yield* Effect.forkScoped(Worker.use(({ work }) => work))
    yield* challengeServer(httpPort)
    const http = yield* durationsOf((index) => `host-${index}.${zone}`)
    const dns = yield* durationsOf((index) => `*.wild-${index}.${zone}`)
    const result: IssuanceResult = { http, dns }
    return result
  })

const run = Effect.gen(function*() {
  const port = yield* Effect.promise(freePort)
  const pebble = yield* Effect.acquireRelease(
    Effect.promise(() => startPebble(`127.0.0.1:${port}`)),
    (one) => Effect.promise(() => one[Symbol.asyncDispose]())
  )
  const { directoryUrl, httpPort, trustedRoots } = pebble
  const platform = yield* Layer.build(layerPlatform({
    storage: storageOf(task.storage),
    nameservers: embeddedNameserver({ port, rateLimit: null }),
    certificateAuthorities: acmeAuthorities({ name: "pebble", directoryUrl, trustedRoots }),
    loggers: []
  }))
  return yield* Effect.provideContext(measure(httpPort), platform)
}).pipe(Effect.scoped)

serveParent(await Effect.runPromise(run))
