import { layer as postgres } from "@namewright/adapters-pg"
import { Clock, Duration, Effect, Redacted } from "effect"
import { EppUri } from "../../src/message/EppUri.ts"
import { fixedCredentials } from "../../src/pool/EppCredentials.ts"
import { eppPool } from "../../src/pool/EppPool.ts"
import { testAuthority } from "../testCertificates.ts"

/** `node poolProcess.ts DATABASE PORT SINCE SPEED`: asks a registry all the time, over as many sessions as it gets. */
const [, , database = "", port = "", since = "", speed = ""] = process.argv

/** Time that passes faster since a moment, alike in all processes: leases last for minutes. */
const hasty = (real: Clock.Clock): Clock.Clock => {
  const currentTimeMillisUnsafe = () => Number(since) + (real.currentTimeMillisUnsafe() - Number(since)) * Number(speed)
  const currentTimeNanosUnsafe = () => BigInt(Math.round(currentTimeMillisUnsafe())) * 1_000_000n
  return {
    ...real,
    currentTimeMillisUnsafe,
    currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
    currentTimeNanosUnsafe,
    currentTimeNanos: Effect.sync(currentTimeNanosUnsafe),
    sleep: (duration) => real.sleep(Duration.divideUnsafe(duration, Number(speed)))
  }
}

const work = Effect.gen(function*() {
  const pool = yield* eppPool({
    name: "registry",
    endpoint: { host: "127.0.0.1", port: Number(port), tls: { ca: testAuthority } },
    credentials: fixedCredentials("registrar", Redacted.make("open-sesame")),
    wanted: { objects: [EppUri.domain], extensions: [], language: "en" },
    limits: { sessions: 4, wait: "1 hour" },
    timeouts: { greeting: "10 minutes", login: "10 minutes", query: "10 minutes" }
  })
  const ask = Effect.forever(pool.query({ _tag: "DomainInfo", name: `process-${process.pid}.example` }))
  process.stdout.write("working\n")
  yield* Effect.all(Array.from({ length: 8 }, () => ask), { concurrency: "unbounded", discard: true })
})

await Effect.runPromise(
  Effect.gen(function*() {
    const clock = hasty(yield* Clock.Clock)
    yield* Effect.provideService(Effect.scoped(work), Clock.Clock, clock).pipe(
      Effect.provide(postgres({ url: database }))
    )
  }) satisfies Effect.Effect<void, unknown, never>
)
