import { layer as sqlite } from "@namewright/adapters-sqlite"
import { systemActor } from "@namewright/core/access"
import { ChangeWhitelabel, CreateWhitelabel, Whitelabels } from "@namewright/core/branding"
import { layerPlatform } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import { CurrentActor, OrganizationId, Timetable } from "@namewright/core/shared"
import { type Clock, Duration, Effect, Layer, Schema } from "effect"
import { steppingTransactions } from "../../domains/CrashingPlatform.ts"

/*
 * Creates a configuration, sets it up and changes its label, and kills itself at a step, before or after a commit:
 * `node onboardingProcess.js FILE ORGANIZATION ZONE HOSTNAME STEP`. It ends by SIGKILL, or with code 0 if there are fewer steps.
 */
const [filename = "", organization = "", zone = "", hostname = "", last = "0"] = process.argv.slice(2)

let steps = 0
let working = false

/** Time that passed for the platform beside that of the machine, in milliseconds. */
let passed = 0
const millis = () => Date.now() + passed
const nanos = () => BigInt(millis()) * 1_000_000n
const clock: Clock.Clock = {
  currentTimeMillisUnsafe: millis,
  currentTimeMillis: Effect.sync(millis),
  currentTimeNanosUnsafe: nanos,
  currentTimeNanos: Effect.sync(nanos),
  monotonicTimeNanosUnsafe: nanos,
  monotonicTimeNanos: Effect.sync(nanos),
  sleep: (duration) => Effect.promise(() => new Promise((resolve) => setTimeout(resolve, Duration.toMillis(duration))))
}

const onStep = Effect.suspend(() => {
  if (!working || ++steps !== Number(last)) return Effect.void
  process.kill(process.pid, "SIGKILL")
  return Effect.never
})

const storage = steppingTransactions(onStep).pipe(
  Layer.provideMerge(sqlite({ filename, synchronous: "normal" }))
)

const request = Schema.decodeUnknownSync(CreateWhitelabel)({
  tier: "plus",
  label: "killed",
  period: { unit: "y", value: 1 },
  hostname,
  auth_subdomain: "login",
  create_zone: true
})

/** The rounds of the timetable enqueue what is due, and the worker carries it out. */
const round = Effect.gen(function*() {
  const timetable = yield* Timetable
  for (const { name, run } of yield* timetable.works) {
    if (name.startsWith("whitelabels.") || name.startsWith("certificates.")) { while (yield* run); }
  }
  yield* (yield* JobWorker).drain(Duration.minutes(1))
})

const work = Effect.gen(function*() {
  const whitelabels = yield* Whitelabels
  working = true
  yield* whitelabels.create(request)
  yield* round
  // Certificates are looked at again after some seconds.
  passed += 60_000
  yield* round
  yield* whitelabels.update(Schema.decodeUnknownSync(ChangeWhitelabel)({ label: "moved" }))
  yield* round
  working = false
}).pipe(Effect.provideService(CurrentActor, systemActor(OrganizationId.make(organization))))

await Effect.runPromise(Effect.provide(
  work,
  layerPlatform({
    storage,
    clock,
    signInPages: "https://names.example/realms/sandbox",
    whitelabel: { zone, addresses: { ipv4: ["192.0.2.80"], ipv6: ["2001:db8::80"] } }
  })
))
