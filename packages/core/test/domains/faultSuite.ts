import { assert, layer } from "@effect/vitest"
import {
  Deletions,
  type Domain,
  DomainDnssec,
  DomainUpdates,
  OutboundTransfers,
  Renewals,
  Transfers
} from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { type RegistryFault, RegistryIntents, type RegistryMethod, RegistrySimulator } from "@namewright/core/registry"
import { DomainName, Period } from "@namewright/core/shared"
import { Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import {
  balanceOf,
  chargesOf,
  type Customer,
  customer,
  daysBetween,
  domainNow,
  eventsOf,
  isHeld,
  openIntents,
  passDays,
  register,
  requestAway,
  round,
  transferIn,
  updateOf
} from "./DomainsPlatform.ts"

/** Something that changes a domain at its registry. */
interface Operation {
  readonly title: string
  readonly tld: string
  /** The command that carries it out, and the queries that find out about it. */
  readonly method: RegistryMethod
  readonly looks: ReadonlyArray<RegistryMethod>
  /** How often the command itself asks before it is sent. */
  readonly asks?: number
  readonly before: (owner: Customer, name: string) => Effect.Effect<Domain | undefined, unknown, PlatformServices>
  readonly run: (owner: Customer, name: string) => Effect.Effect<unknown, unknown, PlatformServices>
  /** What tells that it was done, once. */
  readonly event: string
  /** Whether it was done, by what stands here. */
  readonly isDone: (domain: Domain | undefined) => boolean
  /** What it costs. */
  readonly charges: ReadonlyArray<string>
  /** The charges when it was not carried out. */
  readonly returned: ReadonlyArray<string>
  /** Told as pending rather than as unavailable while nobody knows. */
  readonly isNew?: boolean
}

const none = () => Effect.succeed(undefined)
const registered = (owner: Customer, name: string) => register(owner, name)

const removed = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const domain = yield* register(owner, name)
  yield* TestClock.adjust("6 days")
  const deletions = yield* Deletions
  yield* owner.act(deletions.remove(domain.domain_id))
  return yield* domainNow(owner, domain)
})

const asked = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const domain = yield* register(owner, name)
  yield* requestAway(domain)
  yield* round
  return yield* domainNow(owner, domain)
})

const years = (domain: Domain | undefined) =>
  domain === undefined ? 0 : Math.round(daysBetween(domain.registered_on, domain.expires_on) / 365.25)

const digest = { algorithm: 13, key_tag: 1, digest_type: 2, digest: "AB".repeat(32) } as const

export const operations: ReadonlyArray<Operation> = [
  {
    title: "a registration",
    tld: "com",
    method: "createDomain",
    looks: ["infoDomain"],
    before: none,
    run: register,
    event: "REGISTRATION/SUCCESS",
    isDone: (domain) => domain !== undefined && domain.roid !== "",
    charges: ["create succeeded 9.50"],
    returned: ["create failed 9.50"],
    isNew: true
  },
  {
    title: "a renewal",
    tld: "com",
    method: "renewDomain",
    looks: ["infoDomain"],
    before: registered,
    run: (owner, name) =>
      Effect.flatMap(
        Renewals,
        (renewals) => owner.act(renewals.renew(DomainName.make(name), { period: Period.years(1) }))
      ),
    event: "RENEWAL/SUCCESS",
    isDone: (domain) => years(domain) === 2,
    charges: ["create succeeded 9.50", "renew succeeded 9.90"],
    returned: ["create succeeded 9.50", "renew failed 9.90"]
  },
  {
    title: "an update",
    tld: "com",
    method: "updateDomain",
    looks: ["infoDomain"],
    asks: 1,
    before: registered,
    run: (owner, name) =>
      Effect.flatMap(
        DomainUpdates,
        (updates) =>
          owner.act(
            updates.update(DomainName.make(name), updateOf({ statuses: ["clientHold"], renewal_mode: "expire" }))
          )
      ),
    event: "MODIFICATION/SUCCESS",
    isDone: (domain) => domain?.registry_statuses.includes("clientHold") === true && domain.renewal_mode === "expire",
    charges: ["create succeeded 9.50"],
    returned: ["create succeeded 9.50"]
  },
  {
    title: "a change of DNSSEC data",
    tld: "com",
    method: "updateDomain",
    looks: ["infoDomain"],
    asks: 1,
    before: registered,
    run: (owner, name) =>
      Effect.flatMap(DomainDnssec, (dnssec) => owner.act(dnssec.replace(DomainName.make(name), [digest]))),
    // The domain itself does not tell; its event does.
    event: "MODIFICATION/SUCCESS",
    isDone: (domain) => domain !== undefined,
    charges: ["create succeeded 9.50"],
    returned: ["create succeeded 9.50"]
  },
  {
    title: "a deletion in the add grace period",
    tld: "com",
    method: "deleteDomain",
    looks: ["infoDomain"],
    before: registered,
    run: (owner, name) => Effect.flatMap(Deletions, (deletions) => owner.act(deletions.remove(DomainName.make(name)))),
    event: "DELETION/SUCCESS",
    isDone: (domain) => domain === undefined,
    charges: ["create canceled 9.50"],
    returned: ["create succeeded 9.50"]
  },
  {
    title: "a deletion",
    tld: "de",
    method: "deleteDomain",
    looks: ["infoDomain"],
    before: registered,
    run: (owner, name) => Effect.flatMap(Deletions, (deletions) => owner.act(deletions.remove(DomainName.make(name)))),
    event: "DELETION/NOTIFICATION",
    isDone: (domain) => domain !== undefined && domain.canceled_on !== null,
    charges: ["create succeeded 3.90"],
    returned: ["create succeeded 3.90"]
  },
  {
    title: "a restore",
    tld: "com",
    method: "restoreDomain",
    looks: ["infoDomain"],
    before: removed,
    run: (owner, name) =>
      Effect.flatMap(Deletions, (deletions) => owner.act(deletions.restore(DomainName.make(name), {}))),
    event: "DELETION/CANCELED",
    isDone: (domain) => domain !== undefined && domain.canceled_on === null && years(domain) === 2,
    charges: ["create succeeded 9.50", "restore succeeded 75.00", "renew succeeded 9.90"],
    returned: ["create succeeded 9.50", "restore failed 75.00", "renew failed 9.90"]
  },
  {
    title: "a transfer that takes its time",
    tld: "slow",
    method: "requestTransfer",
    looks: ["infoDomain", "queryTransfer"],
    before: none,
    run: transferIn,
    event: "INBOUND_TRANSFER/NOTIFICATION",
    isDone: (domain) => domain?.registry_statuses.includes("pendingTransfer") === true,
    charges: ["transfer pending 29.90"],
    returned: ["transfer failed 29.90"],
    isNew: true
  },
  {
    title: "a transfer that is done at once",
    tld: "swift",
    method: "requestTransfer",
    looks: ["infoDomain", "queryTransfer"],
    before: none,
    run: transferIn,
    event: "INBOUND_TRANSFER/SUCCESS",
    isDone: (domain) => domain !== undefined && domain.roid !== "",
    charges: ["transfer succeeded 59.80"],
    returned: ["transfer failed 59.80"],
    isNew: true
  },
  {
    title: "taking a transfer back",
    tld: "slow",
    method: "cancelTransfer",
    looks: ["queryTransfer"],
    before: transferIn,
    run: (owner, name) => Effect.flatMap(Transfers, (transfers) => owner.act(transfers.cancel(DomainName.make(name)))),
    event: "INBOUND_TRANSFER/CANCELED",
    isDone: (domain) => domain === undefined,
    charges: ["transfer canceled 29.90"],
    returned: ["transfer pending 29.90"]
  },
  {
    title: "refusing an outbound transfer",
    tld: "slow",
    method: "rejectTransfer",
    looks: ["infoDomain"],
    before: asked,
    run: (owner, name) =>
      Effect.flatMap(
        OutboundTransfers,
        (transfers) => owner.act(transfers.decide(DomainName.make(name), { action: "reject" }))
      ),
    event: "OUTBOUND_TRANSFER/CANCELED",
    isDone: (domain) => domain !== undefined && !domain.registry_statuses.includes("pendingTransfer"),
    charges: ["create succeeded 24.90"],
    returned: ["create succeeded 24.90"]
  },
  {
    title: "approving an outbound transfer",
    tld: "slow",
    method: "approveTransfer",
    looks: ["infoDomain"],
    before: asked,
    run: (owner, name) =>
      Effect.flatMap(
        OutboundTransfers,
        (transfers) => owner.act(transfers.decide(DomainName.make(name), { action: "approve" }))
      ),
    event: "OUTBOUND_TRANSFER/SUCCESS",
    isDone: (domain) => domain === undefined,
    charges: ["create succeeded 24.90"],
    returned: ["create succeeded 24.90"]
  }
]

export const inject = (operation: Operation, name: string, fault: RegistryFault["fault"], times = 1) =>
  Effect.flatMap(
    RegistrySimulator,
    ({ faults }) => faults.inject({ method: operation.method, fault, object: name, times })
  )

/** Every question that would tell fails; to lift it, the faults are cleared. */
const blind = (operation: Operation, name: string) =>
  Effect.flatMap(RegistrySimulator, ({ faults }) =>
    Effect.forEach(
      operation.looks,
      (method) => faults.inject({ method, fault: "temporary", object: name, times: 1000, after: operation.asks ?? 0 }),
      { discard: true }
    ))

const sighted = Effect.flatMap(RegistrySimulator, ({ faults }) => faults.clear)

/** The domain as it stands; undefined when the name is not held. */
const standing = Effect.fnUntraced(function*(owner: Customer, name: string) {
  return (yield* isHeld(name)) ? yield* domainNow(owner, { domain_id: name }) : undefined
})

/** Fails unless the operation was done, paid and told of exactly once. */
export const assertOnce = Effect.fnUntraced(function*(operation: Operation, owner: Customer, name: string) {
  const domain = yield* standing(owner, name)
  assert.isTrue(operation.isDone(domain), "it is done")
  assert.deepStrictEqual(yield* chargesOf(owner, name), [...operation.charges])
  const told = (yield* eventsOf(owner)).filter((event) => event === operation.event)
  assert.deepStrictEqual(told, [operation.event])
  if (domain !== undefined) {
    assert.deepStrictEqual((yield* openIntents(domain)).filter((intent) => intent.endsWith("prepared")), [])
  }
})

const tagOf = (failure: unknown) => (failure as { readonly _tag: string })._tag

/**
 * What is left to do is done: a moment for what waits, and a day for what time looks at. Everything is looked at twice,
 * so that what would be done or charged again is found out.
 */
export const recovery = Effect.gen(function*() {
  yield* TestClock.adjust("3 minutes")
  yield* round
  yield* TestClock.adjust("3 minutes")
  yield* round
})

export const faultSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Faults (${name})`, (it) => {
    for (const [index, operation] of operations.entries()) {
      const nameFor = (label: string) => `${label}-${index}.${operation.tld}`

      for (const fault of ["cutBefore", "cutAfter"] as const) {
        it.effect(`${operation.title} is done once although its answer is lost (${fault})`, () =>
          Effect.gen(function*() {
            const owner = yield* customer()
            const wanted = nameFor(fault.toLowerCase())
            yield* operation.before(owner, wanted)
            yield* inject(operation, wanted, fault)
            yield* operation.run(owner, wanted)
            yield* recovery
            yield* assertOnce(operation, owner, wanted)
          }))

        it.effect(`${operation.title} is settled by recovery when nobody can tell, and meanwhile nothing else goes on (${fault})`, () =>
          Effect.gen(function*() {
            const owner = yield* customer()
            const wanted = nameFor(`blind-${fault.toLowerCase()}`)
            yield* operation.before(owner, wanted)
            yield* inject(operation, wanted, fault)
            yield* blind(operation, wanted)
            const answer = yield* Effect.result(operation.run(owner, wanted))
            if (operation.isNew === true) assert.strictEqual(answer._tag, "Success")
            else {assert.strictEqual(
                answer._tag === "Failure" ? tagOf(answer.failure) : answer._tag,
                "RegistryUnavailable"
              )}
            const again = yield* Effect.flip(operation.run(owner, wanted))
            const expected = operation.isNew === true
              ? ["DomainExists", "TransferAlreadyOwned"]
              : ["OperationInProgress"]
            assert.include(expected, tagOf(again))
            yield* sighted
            yield* recovery
            yield* assertOnce(operation, owner, wanted)
          }))
      }

      it.effect(`${operation.title} is not done and not paid while the registry is away`, () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const wanted = nameFor("temporary")
          const before = yield* operation.before(owner, wanted)
          yield* inject(operation, wanted, "temporary")
          assert.strictEqual(tagOf(yield* Effect.flip(operation.run(owner, wanted))), "RegistryUnavailable")
          const after = yield* standing(owner, wanted)
          assert.deepStrictEqual(after?.registry_statuses, before?.registry_statuses)
          assert.deepStrictEqual(after?.expires_on, before?.expires_on)
          assert.deepStrictEqual(yield* chargesOf(owner, wanted), [...operation.returned])
          assert.notInclude(yield* eventsOf(owner), operation.event)
          yield* operation.run(owner, wanted)
          yield* recovery
          assert.isTrue(operation.isDone(yield* standing(owner, wanted)))
        }))
    }
  })

  layer(platform)(`What a registry has accepted (${name})`, (it) => {
    const recoverOnly = Effect.gen(function*() {
      const intents = yield* RegistryIntents
      const taken = yield* intents.takeUp(100)
      yield* Effect.forEach(taken, ({ intent_id }) => intents.settle(intent_id))
      return taken.length
    })

    it.effect("is settled by time where no message tells of it", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const created = yield* register(owner, "pending-by-time.com")
        const refused = yield* register(owner, "pending-refused-by-time.com")
        const transferred = yield* transferIn(owner, "by-time.slow")
        yield* TestClock.adjust("30 seconds")
        assert.isAbove(yield* recoverOnly, 0)
        assert.deepStrictEqual(yield* openIntents(created), ["domain.create accepted"])
        yield* TestClock.adjust("10 minutes")
        yield* recoverOnly
        assert.notInclude((yield* domainNow(owner, created)).registry_statuses, "pendingCreate")
        assert.isFalse(yield* isHeld(refused.name))
        assert.deepStrictEqual((yield* domainNow(owner, transferred)).registry_statuses, ["pendingTransfer"])
        for (let day = 0; day < 5; day++) {
          yield* TestClock.adjust("1 day")
          yield* recoverOnly
        }
        yield* recoverOnly
        assert.include((yield* domainNow(owner, transferred)).registry_statuses, "transferPeriod")
        assert.sameMembers(yield* chargesOf(owner), [
          "create succeeded 9.50",
          "create failed 9.50",
          "transfer succeeded 29.90"
        ])
      }))

    it.effect("is settled by a message although the first look at it fails, and once", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        const created = yield* register(owner, "pending-unseen.com")
        yield* TestClock.adjust("1 minute")
        yield* faults.inject({ method: "infoDomain", fault: "temporary", object: created.name, times: 2 })
        yield* round
        assert.include((yield* domainNow(owner, created)).registry_statuses, "pendingCreate")
        yield* faults.clear
        yield* TestClock.adjust("1 hour")
        yield* round
        assert.notInclude((yield* domainNow(owner, created)).registry_statuses, "pendingCreate")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
        assert.deepStrictEqual(yield* eventsOf(owner, created.domain_id), [
          "REGISTRATION/NOTIFICATION",
          "REGISTRATION/SUCCESS"
        ])
      }))
  })

  layer(platform)(`What a registry does not do (${name})`, (it) => {
    it.effect("is given up after a day, and the money comes back", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        yield* faults.inject({ method: "createDomain", fault: "cutBefore", object: "never.com" })
        yield* faults.inject({ method: "createDomain", fault: "temporary", object: "never.com", times: 1000 })
        const pending = yield* register(owner, "never.com")
        assert.include(pending.registry_statuses, "pendingCreate")
        for (let hour = 0; hour < 22; hour++) {
          yield* TestClock.adjust("1 hour")
          yield* round
        }
        assert.isTrue(yield* isHeld("never.com"))
        for (let hour = 0; hour < 4; hour++) {
          yield* TestClock.adjust("1 hour")
          yield* round
        }
        yield* faults.clear
        assert.isFalse(yield* isHeld("never.com"))
        assert.strictEqual(yield* balanceOf(owner), 100_000)
        assert.deepStrictEqual(yield* eventsOf(owner, pending.domain_id), ["REGISTRATION/FAILURE"])
      }))

    it.effect("is never given up as long as nobody can tell", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        yield* faults.inject({ method: "createDomain", fault: "cutAfter", object: "dark.com" })
        yield* faults.inject({ method: "infoDomain", fault: "temporary", object: "dark.com", times: 1000 })
        const pending = yield* register(owner, "dark.com")
        yield* passDays(3)
        assert.deepStrictEqual(yield* openIntents(pending), ["domain.create prepared"])
        yield* faults.clear
        yield* passDays(1)
        assert.notStrictEqual((yield* domainNow(owner, pending)).roid, "")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
      }))
  })
}
