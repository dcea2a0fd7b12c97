import { assert, describe, layer } from "@effect/vitest"
import { Wallets } from "@namewright/core/billing"
import { DomainStore, DomainUpdates } from "@namewright/core/domains"
import type { Storage } from "@namewright/core/embed"
import { errorClassOf, isTransient, type RunningJob } from "@namewright/core/jobs"
import { type RegistryMethod, RegistryRefusal, RegistrySimulator } from "@namewright/core/registry"
import { DomainName, InvalidInput } from "@namewright/core/shared"
import { Cause, type Duration, Effect, Exit, type Layer, Option, Predicate } from "effect"
import { TestClock } from "effect/testing"
import { testSize } from "../../../../test/testSize.ts"
import { again, onlyJob, run, running } from "../jobs/CommandBench.ts"
import { steppingPlatform } from "./CrashingPlatform.ts"
import {
  anotherContact,
  atRegistry,
  balanceOf,
  chargesOf,
  type Customer,
  customer,
  domainNow,
  eventsOf,
  everyRole,
  isOwned,
  openIntents,
  register,
  round,
  statusTagsOf,
  transferIn,
  updateOf
} from "./DomainsPlatform.ts"
import { testTlds } from "./testTlds.ts"

/** Job about one name. */
interface Work {
  readonly title: string
  readonly tld: string
  readonly method: RegistryMethod
  readonly intent: string
  readonly before: (owner: Customer, name: string) => Effect.Effect<unknown, unknown, any>
  readonly plan: (owner: Customer, name: string) => Effect.Effect<RunningJob, unknown, any>
  /** Event types of the job, each recorded once. */
  readonly events: ReadonlyArray<string>
  readonly charges: ReadonlyArray<string>
}

const year = { unit: "y", value: 1 }

const planned = (owner: Customer, command: string, payload: unknown) =>
  owner.act(Effect.flatMap(onlyJob(command, payload), (job) => running(job)))

const creation = (owner: Customer, name: string, members: Record<string, unknown> = {}) =>
  planned(owner, "domain_create", {
    name,
    contacts: everyRole(owner.contact_id),
    period: year,
    renewal_mode: "renew",
    ...members
  })

const transfer = (owner: Customer, name: string, members: Record<string, unknown> = {}) =>
  planned(owner, "domain_transfer", {
    name,
    auth_code: "Transfer-Code-1",
    contacts: everyRole(owner.contact_id),
    renewal_mode: "renew",
    ...members
  })

const update = (owner: Customer, name: string, members: Record<string, unknown>) =>
  planned(owner, "domain_update", { name, ...members })

const works: ReadonlyArray<Work> = [
  {
    title: "a registration",
    tld: "com",
    method: "createDomain",
    intent: "domain.create",
    before: () => Effect.void,
    plan: creation,
    events: ["REGISTRATION/SUCCESS"],
    charges: ["create succeeded 9.50"]
  },
  {
    title: "a transfer",
    tld: "com",
    method: "requestTransfer",
    intent: "domain.transfer",
    before: () => Effect.void,
    plan: transfer,
    events: ["INBOUND_TRANSFER/NOTIFICATION"],
    charges: ["transfer succeeded 9.50"]
  },
  {
    title: "a transfer that completes at once",
    tld: "swift",
    method: "requestTransfer",
    intent: "domain.transfer",
    before: () => Effect.void,
    plan: (owner, name) => transfer(owner, name, { contacts: { registrant: owner.contact_id } }),
    events: ["INBOUND_TRANSFER/SUCCESS"],
    charges: ["transfer succeeded 12.00"]
  },
  {
    title: "an update",
    tld: "com",
    method: "updateDomain",
    intent: "domain.update",
    before: register,
    plan: (owner, name) =>
      Effect.flatMap(anotherContact(owner, { first_name: "Grace" }), (admin) =>
        update(owner, name, {
          nameservers: ["ns1.example.net", "ns2.example.net"],
          contacts: { admin },
          status_changes: { add: ["clientHold", "clientUpdateProhibited"] },
          renewal_mode: "expire",
          auth_code: "Another-Code-1"
        })),
    events: ["REGISTRATION/SUCCESS", "MODIFICATION/SUCCESS"],
    charges: ["create succeeded 9.50"]
  }
]

const attempts = 10

/** Runs a job until it ends; between runs, scheduled work is done. */
const runToEnd = Effect.fnUntraced(function*(owner: Customer, job: RunningJob) {
  for (let attempt = job.attempt; attempt <= attempts; attempt++) {
    const exit = yield* Effect.exit(owner.act(run({ ...job, attempt })))
    const failure = Exit.findErrorOption(exit)
    if (Option.isNone(failure)) return yield* exit
    if (isPutOff(failure.value)) {
      yield* TestClock.adjust("pause" in failure.value ? failure.value.pause as Duration.Duration : "30 seconds")
      yield* round
    } else if (!isTransientFailure(failure.value)) return yield* exit
    else yield* TestClock.adjust("30 seconds")
  }
  return yield* Effect.die(new Error(`Still not done at attempt ${attempts}`))
})

/** The same job in another run, which is not counted as an attempt. */
const isPutOff = ({ _tag }: { readonly _tag: string }): boolean =>
  _tag === "JobDeferred" || _tag === "OperationInProgress"

const isTransientFailure = (error: unknown): boolean =>
  Predicate.hasProperty(error, "code") && isTransient(errorClassOf(error.code as Parameters<typeof errorClassOf>[0]))

/** Fails unless the work is done once. */
const assertDoneOnce = Effect.fnUntraced(
  function*(owner: Customer, name: string, { charges, events, intent, title }: Work) {
    const store = yield* DomainStore
    const wallets = yield* Wallets
    const domain = Option.getOrThrow(yield* store.find(DomainName.make(name)))
    const types = events.map((event) => event.slice(0, event.indexOf("/")))
    const recorded = yield* eventsOf(owner, domain.domain_id)
    assert.deepStrictEqual(recorded.filter((event) => types.some((type) => event.startsWith(type))), [...events], title)
    const paid = yield* chargesOf(owner, name)
    assert.strictEqual(paid.filter((charge) => !charge.includes("failed")).length, charges.length)
    assert.strictEqual(paid.length, charges.length)
    assert.deepStrictEqual((yield* openIntents(domain)).filter((open) => open === `${intent} prepared`), [])
    assert.deepStrictEqual(yield* wallets.audit, [])
    const seen = yield* atRegistry(domain)
    if (domain.roid !== "") assert.strictEqual(seen?.roid, domain.roid)
    return domain
  }
)

/** Kinds of the end of a process in the middle of its work. */
type Death = "die" | "interrupt"

export const commandRunSuite = (
  label: string,
  storage: Layer.Layer<Storage, unknown>,
  deaths: ReadonlyArray<Death> = ["die", "interrupt"]
) => {
  /** Step at which the process ends; counted while a job runs. */
  let deadline = 0
  let steps = 0
  let death: Death = "die"
  const onStep: Effect.Effect<void> = Effect.suspend(() => {
    if (deadline === 0 || ++steps !== deadline) return Effect.void
    return death === "die" ? Effect.die(new Error("The process dies")) : Effect.interrupt
  })

  const dieAt = <A, E, R>(step: number, how: Death, work: Effect.Effect<A, E, R>) =>
    Effect.sync(() => {
      deadline = step
      steps = 0
      death = how
    }).pipe(
      Effect.andThen(Effect.exit(work)),
      Effect.ensuring(Effect.sync(() => {
        deadline = 0
      }))
    )

  layer(steppingPlatform(storage, onStep, testTlds))(`Jobs about domains (${label})`, (it) => {
    for (const [index, work] of works.entries()) {
      describe(`${work.title}`, () => {
        it.effect("is done by one run", () =>
          Effect.gen(function*() {
            const owner = yield* customer()
            const name = `plain-${index}.${work.tld}`
            yield* work.before(owner, name)
            const job = yield* work.plan(owner, name)
            const result = yield* owner.act(run(job))
            const domain = yield* assertDoneOnce(owner, name, work)
            assert.deepStrictEqual(result, { type: job.payload["type"] ?? "", domain_id: domain.domain_id })
          }))

        for (const how of deaths) {
          it.effect(`is done once if its process ends at any step (${how})`, () =>
            Effect.gen(function*() {
              let finished = false
              for (let step = 1; !finished; step += testSize(2, 2, "NAMEWRIGHT_KILL_STRIDE")) {
                assert.isBelow(step, 30)
                const owner = yield* customer()
                const name = `${how}-${step}-${index}.${work.tld}`
                yield* work.before(owner, name)
                const job = yield* work.plan(owner, name)
                const exit = yield* dieAt(step, how, owner.act(run(job)))
                finished = Exit.isSuccess(exit)
                if (Exit.isFailure(exit)) assert.isFalse(Cause.hasFails(exit.cause), `step ${step}`)
                const result = yield* runToEnd(owner, again(job))
                const domain = yield* assertDoneOnce(owner, name, { ...work, title: `step ${step}` })
                assert.strictEqual(result?.["domain_id"], domain.domain_id)
              }
            }))
        }

        it.effect("is done once although its outcome is unknown for a while", () =>
          Effect.gen(function*() {
            const owner = yield* customer()
            const { faults } = yield* RegistrySimulator
            for (const fault of ["cutBefore", "cutAfter"] as const) {
              const name = `${fault.toLowerCase()}-${index}.${work.tld}`
              const buyer = yield* customer()
              yield* work.before(buyer, name)
              const job = yield* work.plan(buyer, name)
              yield* faults.inject({ method: work.method, fault, object: name })
              for (const look of ["infoDomain", "queryTransfer"] as const) {
                const after = work.method === "updateDomain" && look === "infoDomain" ? 1 : 0
                yield* faults.inject({ method: look, fault: "temporary", object: name, after, times: 1 })
              }
              const first = yield* Effect.flip(buyer.act(run(job)))
              assert.isTrue(isPutOff(first), `${fault}: ${first._tag}`)
              yield* faults.clear
              const second = yield* Effect.flip(buyer.act(run(job)))
              assert.isTrue(isPutOff(second), `${fault}: ${second._tag}`)
              yield* runToEnd(buyer, job)
              yield* assertDoneOnce(buyer, name, work)
            }
            assert.deepStrictEqual(yield* chargesOf(owner), [])
          }))
      })
    }

    it.effect("A registration that its registry decides on later is done when it is accepted", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const job = yield* creation(owner, "pending-by-job.com")
        const result = yield* owner.act(run(job))
        assert.deepStrictEqual(yield* owner.act(run(again(job))), result)
        const [tag] = yield* statusTagsOf({ name: DomainName.make("pending-by-job.com") } as never)
        assert.strictEqual(tag, "CREATE_REQUESTED")
        yield* TestClock.adjust("10 minutes")
        yield* round
        assert.deepStrictEqual(yield* owner.act(run(again(job))), result)
        assert.deepStrictEqual(
          (yield* eventsOf(owner)).filter((event) => event.startsWith("REGISTRATION")),
          ["REGISTRATION/NOTIFICATION", "REGISTRATION/SUCCESS"]
        )
      }))

    it.effect("A domain that was acquired and removed is not acquired again by a late run", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const job = yield* creation(owner, "pending-refused-by-job.com")
        const result = yield* owner.act(run(job))
        yield* TestClock.adjust("10 minutes")
        yield* round
        assert.isFalse(yield* isOwned("pending-refused-by-job.com"))
        const balance = yield* balanceOf(owner)
        assert.deepStrictEqual(yield* owner.act(run(again(job))), result)
        assert.isFalse(yield* isOwned("pending-refused-by-job.com"))
        assert.strictEqual(yield* balanceOf(owner), balance)
      }))

    it.effect("A refusal found by recovery ends the job without a charge", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        const name = "refused-later.com"
        const job = yield* creation(owner, name)
        const refusal = new RegistryRefusal({ reason: "policy", result_code: 2308, text: "2308 No" })
        yield* faults.inject({ method: "createDomain", fault: "cutBefore", object: name })
        yield* faults.inject({ method: "createDomain", fault: refusal, object: name, times: 2 })
        yield* faults.inject({ method: "infoDomain", fault: "temporary", object: name })
        assert.isTrue(isPutOff(yield* Effect.flip(owner.act(run(job)))))
        const failed = yield* Effect.flip(runToEnd(owner, job))
        assert.strictEqual(failed._tag, "RegistryPolicyRefused")
        assert.isFalse(yield* isOwned(name))
        assert.strictEqual(yield* balanceOf(owner), 100_000)
      }))

    it.effect("Failures have the classes of their codes, and contain no auth code", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const poor = yield* customer(0)
        const secret = "Wrong-Code-42"
        yield* register(owner, "mine.com")
        const failures = yield* Effect.forEach(
          [
            [poor, yield* creation(poor, "dear-job.com", { auth_code: secret })],
            [owner, yield* creation(owner, "taken-job.com", { auth_code: secret })],
            [owner, yield* creation(owner, "fail-job.com", { auth_code: secret })],
            [owner, yield* creation(owner, "premium-job.com", { auth_code: secret })],
            [owner, yield* creation(owner, "mine.com", { auth_code: secret })],
            [owner, yield* creation(owner, "long-job.com", { period: 11, auth_code: `${secret}${"x".repeat(100)}` })],
            [owner, yield* transfer(owner, "badauth-job.com", { auth_code: secret })],
            [owner, yield* transfer(owner, "transferlock-job.com", { auth_code: secret })],
            [owner, yield* transfer(owner, "mine.com", { auth_code: secret })],
            [owner, yield* update(owner, "mine.com", { auth_code: `${secret}${"x".repeat(100)}` })]
          ] as const,
          ([caller, job]) => Effect.flip(caller.act(run(job)))
        )
        assert.notInclude(JSON.stringify(failures), secret)
        assert.notInclude(failures.map((failure) => "message" in failure ? failure.message : "").join(), secret)
        assert.deepStrictEqual(
          failures.map((failure) =>
            failure instanceof InvalidInput || !("code" in failure) ? failure._tag : errorClassOf(failure.code)
          ),
          [
            "BillingInsufficientFundsError",
            "DomainUnavailable",
            "DomainRegistryPolicyError",
            "PremiumPriceError",
            "DomainUnavailable",
            "ValidationError",
            "DomainRegistryPolicyError",
            "ConflictError",
            "ConflictError",
            "ValidationError"
          ]
        )
      }))

    it.effect("An update waits for another one of the same domain", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        const domain = yield* register(owner, "busy.com")
        const updates = yield* DomainUpdates
        yield* faults.inject({ method: "updateDomain", fault: "cutBefore", object: "busy.com" })
        yield* faults.inject({ method: "infoDomain", fault: "temporary", object: "busy.com", after: 1 })
        yield* Effect.flip(owner.act(updates.update(domain.name, updateOf({ nameservers: ["ns1.example.net"] }))))
        const job = yield* update(owner, "busy.com", { nameservers: ["ns2.example.net"] })
        assert.isTrue(isPutOff(yield* Effect.flip(owner.act(run(job)))))
        yield* runToEnd(owner, job)
        assert.deepStrictEqual(
          (yield* domainNow(owner, domain)).nameservers.map(({ hostname }) => String(hostname)),
          ["ns2.example.net"]
        )
      }))

    it.effect("Two concurrent runs create one domain", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const job = yield* creation(owner, "twice.com")
        yield* Effect.all([Effect.exit(owner.act(run(job))), Effect.exit(owner.act(run(again(job))))], {
          concurrency: 2
        })
        yield* runToEnd(owner, again(job))
        yield* assertDoneOnce(owner, "twice.com", works[0]!)
      }))

    it.effect("A domain that another request acquired first is refused", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const job = yield* transfer(owner, "first-come.com")
        yield* transferIn(owner, "first-come.com")
        assert.strictEqual((yield* Effect.flip(owner.act(run(job))))._tag, "TransferAlreadyOwned")
      }))
  })
}
