import { asSystem } from "@namewright/core/access"
import { CreateWhitelabel, Whitelabels, WhitelabelStore } from "@namewright/core/branding"
import { Zones } from "@namewright/core/dns"
import { RegisterDomain, Registrations } from "@namewright/core/domains"
import { layerPlatform, Worker } from "@namewright/core/embed"
import { Jobs } from "@namewright/core/jobs"
import { CurrentActor, type OrganizationId } from "@namewright/core/shared"
import { Deferred, Effect, Fiber, Option, Schema } from "effect"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import { type Customer, newCustomer } from "../harness/customer.ts"
import type { Storage } from "../harness/Databases.ts"
import { median, quantile } from "../harness/rounds.ts"
import { storageOf } from "../harness/storageOf.ts"
import { knowNoop } from "../jobs/noopJobs.ts"
import { brandHosts, brandSettings } from "./brandSettings.ts"

export interface OnboardingTask {
  readonly storage: Storage
  readonly brands: number
}

/** Milliseconds from the submission of a job to its start. */
export interface StartTimes {
  readonly median: number
  readonly p95: number
}

export interface OnboardingResult {
  /** From the first order until all brands are served. */
  readonly seconds: number
  /** CPU time of the process meanwhile, in milliseconds per brand. */
  readonly cpuMillis: number
  readonly idle: StartTimes
  readonly during: StartTimes
}

/** Jobs of the other organization before the onboarding. */
const idleJobs = 50

/** Pause between these jobs. */
const pause = "100 millis"

const { brands, storage } = taskOf<OnboardingTask>()

const registration = ({ contact_id }: Customer) =>
  Schema.decodeUnknownSync(RegisterDomain)({
    name: brandSettings.whitelabel.zone,
    contacts: { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id },
    nameservers: [{ hostname: "ns1.hoster.example" }, { hostname: "ns2.hoster.example" }],
    period: { unit: "y", value: 1 },
    renewal_mode: "renew"
  })

const startTimesOf = (millis: ReadonlyArray<number>): StartTimes => ({
  median: median(millis),
  p95: quantile(millis, 0.95)
})

/** Submits a job that does nothing, and waits until it starts. Returns the milliseconds in between. */
const makeProbe = Effect.gen(function*() {
  const { actor } = yield* newCustomer
  const jobs = yield* Jobs
  let started: Deferred.Deferred<void> | undefined
  yield* knowNoop(() => {
    if (started !== undefined) Deferred.doneUnsafe(started, Effect.void)
  })
  let submitted = 0
  return Effect.gen(function*() {
    const begun = performance.now()
    started = yield* Deferred.make<void>()
    const commands = [{ command: "noop_bulk", payload: { names: [`name-${++submitted}.example`] } }]
    yield* Effect.orDie(Effect.provideService(jobs.submit({ paused: false, commands }), CurrentActor, actor))
    yield* Deferred.await(started)
    const millis = performance.now() - begun
    yield* Effect.sleep(pause)
    return millis
  })
})

const order = Effect.fnUntraced(function*({ actor, organization_id }: Customer, number: number) {
  const whitelabels = yield* Whitelabels
  const request = Schema.decodeUnknownSync(CreateWhitelabel)({
    tier: "base",
    label: brandHosts(number).label,
    period: { unit: "y", value: 1 }
  })
  yield* Effect.provideService(whitelabels.create(request), CurrentActor, actor)
  return organization_id
})

/** Waits until the brand of an organization is served. */
const isServed = Effect.fnUntraced(function*(organization: OrganizationId) {
  const store = yield* WhitelabelStore
  for (;;) {
    const status = Option.map(yield* store.find(organization), ({ onboarding_status }) => onboarding_status)
    if (Option.contains(status, "active")) return
    if (Option.contains(status, "failed")) return yield* Effect.die(new Error("An onboarding has failed"))
    yield* Effect.sleep("200 millis")
  }
})

/** Orders of different organizations at once. */
const concurrency = 4

const measure = Effect.gen(function*() {
  const operator = yield* newCustomer
  const registrations = yield* Registrations
  const zones = yield* Zones
  yield* Effect.provideService(registrations.register(registration(operator)), CurrentActor, operator.actor)
  yield* asSystem(operator.organization_id, zones.create({ name: brandSettings.whitelabel.zone }))
  const customers = yield* Effect.forEach(Array.from({ length: brands }), () => newCustomer)
  const probe = yield* makeProbe
  const worker = yield* Effect.forkChild(Effect.flatMap(Worker, ({ work }) => work))
  yield* probe
  const idle: Array<number> = []
  for (let number = 0; number < idleJobs; number++) idle.push(yield* probe)

  const during: Array<number> = []
  const probing = yield* Effect.forkChild(Effect.forever(Effect.map(probe, (millis) => during.push(millis))))
  const [began, usage] = [performance.now(), process.cpuUsage()]
  const organizations = yield* Effect.forEach(customers, order, { concurrency })
  yield* Effect.forEach(organizations, isServed, { discard: true })
  const seconds = (performance.now() - began) / 1000
  const { system, user } = process.cpuUsage(usage)
  yield* Fiber.interrupt(probing)
  yield* Fiber.interrupt(worker)
  const result: OnboardingResult = {
    seconds,
    cpuMillis: (user + system) / 1000 / brands,
    idle: startTimesOf(idle),
    during: startTimesOf(during)
  }
  return result
})

serveParent(
  await Effect.runPromise(
    Effect.provide(measure, layerPlatform({ ...brandSettings, storage: storageOf(storage), loggers: [] }))
  )
)
