import { assert, layer } from "@effect/vitest"
import {
  Deletions,
  type Domain,
  DomainDnssec,
  DomainSigning,
  DomainStore,
  domainTag,
  DomainUpdates,
  OutboundTransfers,
  Renewals,
  Transfers
} from "@namewright/core/domains"
import type { PlatformServices, Storage } from "@namewright/core/embed"
import { type CurrentActor, Period } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option } from "effect"
import { pendingOutbound, removed } from "./changingOperations.ts"
import {
  chargesOf,
  type Customer,
  customer,
  domainNow,
  eventsOf,
  openIntents,
  register,
  round,
  transferIn,
  updateOf
} from "./DomainsPlatform.ts"

/** Another change, which happens once, after the next read of the domain. */
const other: { change: Effect.Effect<void> } = { change: Effect.void }

const takeChange = Effect.suspend(() => {
  const { change } = other
  other.change = Effect.void
  return change
})

/** Storage whose reads of domains are followed by the change of `other`, as by another process. */
export const overtakenStorage = <E>(storage: Layer.Layer<Storage, E>): Layer.Layer<Storage, E> =>
  Layer.provideMerge(
    Layer.effect(
      DomainStore,
      Effect.map(DomainStore, (store) =>
        DomainStore.of({ ...store, find: (reference) => Effect.tap(store.find(reference), () => takeChange) }))
    ),
    storage
  ) as Layer.Layer<Storage, E>

/** Conditional write of a domain. */
interface Write {
  readonly title: string
  readonly name: string
  readonly before: (owner: Customer, name: string) => Effect.Effect<Domain, unknown, PlatformServices>
  readonly run: (domain: Domain, expected: string) => Effect.Effect<unknown, unknown, PlatformServices | CurrentActor>
}

const hosted = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const nameservers = ["ns1.namewright.test", "ns2.namewright.test"]
  const domain = yield* register(owner, name, { nameservers, create_zone: true })
  yield* round
  return yield* domainNow(owner, domain)
})

const digest = { record_type: "ds_data", algorithm: 13, key_tag: 1, digest_type: 2, digest: "AB".repeat(32) } as const
const update = (request: unknown): Write["run"] => ({ name }, expected) =>
  DomainUpdates.use((updates) => updates.update(name, updateOf(request), expected))

const writes: ReadonlyArray<Write> = [
  { title: "an update", name: "update.com", before: register, run: update({ statuses: ["clientHold"] }) },
  { title: "an update here", name: "update-here.com", before: register, run: update({ renewal_mode: "renew" }) },
  {
    title: "a renewal",
    name: "renewal.com",
    before: register,
    run: ({ name }, expected) => Renewals.use((renewals) => renewals.renew(name, { period: Period.years(1) }, expected))
  },
  {
    title: "a deletion",
    name: "deletion.com",
    before: register,
    run: ({ name }, expected) => Deletions.use((deletions) => deletions.remove(name, expected))
  },
  {
    title: "a restore",
    name: "restore.com",
    before: removed,
    run: ({ name }, expected) => Deletions.use((deletions) => deletions.restore(name, {}, expected))
  },
  {
    title: "the cancellation of a transfer",
    name: "cancellation.slow",
    before: transferIn,
    run: ({ name }, expected) => Transfers.use((transfers) => transfers.cancel(name, expected))
  },
  {
    title: "a decision on an outbound transfer",
    name: "decision.slow",
    before: pendingOutbound,
    run: ({ name }, expected) =>
      OutboundTransfers.use((transfers) => transfers.decide(name, { action: "reject" }, expected))
  },
  {
    title: "a replacement of DNSSEC data",
    name: "replacement.com",
    before: register,
    run: ({ name }, expected) => DomainDnssec.use((dnssec) => dnssec.replace(name, [digest], expected))
  },
  {
    title: "a removal of DNSSEC data",
    name: "removal.com",
    before: register,
    run: ({ name }, expected) => DomainDnssec.use((dnssec) => dnssec.remove(name, expected))
  },
  {
    title: "enabling DNSSEC",
    name: "enabling.com",
    before: hosted,
    run: ({ name }, expected) => DomainSigning.use((signing) => signing.enable(name, expected))
  },
  {
    title: "disabling DNSSEC",
    name: "disabling.com",
    before: hosted,
    run: ({ name }, expected) => DomainSigning.use((signing) => signing.disable(name, expected))
  },
  {
    title: "disabling DNSSEC without a zone",
    name: "disabling-zoneless.com",
    before: register,
    run: ({ name }, expected) => DomainSigning.use((signing) => signing.disable(name, expected))
  }
]

/** Changes the renewal mode, on which no operation depends. */
const changeMode = (store: DomainStore["Service"], { domain_id }: Domain) =>
  store.change(domain_id, (domain) =>
    Effect.succeed({
      ...domain,
      renewal_mode: "expire" as const,
      updated_on: DateTime.add(domain.updated_on, { milliseconds: 1 })
    }))

const stateOf = (owner: Customer, domain: Domain) =>
  Effect.all([
    Effect.map(domainNow(owner, domain), (current) => ({ ...current, next_action_on: null })),
    chargesOf(owner, domain.name),
    eventsOf(owner, domain.domain_id),
    openIntents(domain)
  ])

export const preconditionSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Entity tags of domains (${name})`, (it) => {
    for (const { before, name: domainName, run, title } of writes) {
      it.effect(`${title} with the tag of an earlier state changes nothing`, () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* before(owner, domainName)
          const state = yield* stateOf(owner, domain)
          const failure = yield* Effect.flip(owner.act(run(domain, "0".repeat(32))))
          assert.deepInclude(failure, { _tag: "DomainChanged", entity_tag: yield* domainTag(domain) })
          assert.deepStrictEqual(yield* stateOf(owner, domain), state)
        }))

      it.effect(`${title} changes nothing if the domain changes between its read and its write`, () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* before(owner, `raced-${domainName}`)
          const store = yield* DomainStore
          const state = yield* stateOf(owner, domain)
          other.change = Effect.asVoid(changeMode(store, domain))
          const failure = yield* Effect.flip(owner.act(run(domain, yield* domainTag(domain))))
          assert.deepInclude(failure, { _tag: "DomainChanged" })
          const [after, ...rest] = yield* stateOf(owner, domain)
          assert.deepStrictEqual([after.renewal_mode, rest], ["expire", state.slice(1)])
        }))
    }

    it.effect("change with every change of the shown state, and not with the schedule or the auth code", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "tags.com")
        const tag = yield* domainTag(domain)
        assert.strictEqual(yield* domainTag(yield* domainNow(owner, domain)), tag)
        assert.strictEqual(yield* domainTag({ ...domain, auth_code: "other", next_action_on: null }), tag)
        assert.notStrictEqual(yield* domainTag({ ...domain, renewal_mode: "expire" }), tag)
        const updated = yield* owner.act(update({ renewal_mode: "expire" })(domain, tag))
        assert.notStrictEqual(yield* domainTag(updated as Domain), tag)
      }))

    it.effect("of a write that is sent eight times let one happen", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "eight.com")
        const tag = yield* domainTag(domain)
        const mode = update({ renewal_mode: "expire" })
        const results = yield* Effect.all(
          Array.from({ length: 8 }, () => Effect.option(owner.act(mode(domain, tag)))),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(results.filter(Option.isSome), 1)
      }))

    it.effect("of a renewal that pays an owed term first are compared before the payment", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "owing.com")
        const store = yield* DomainStore
        yield* store.change(
          domain.domain_id,
          (current) => Effect.succeed({ ...current, unpaid_renewal_on: current.registered_on })
        )
        const owing = yield* domainNow(owner, domain)
        const renew = (expected: string) =>
          owner.act(Renewals.use((renewals) => renewals.renew(domain.name, { period: Period.years(1) }, expected)))
        other.change = Effect.asVoid(changeMode(store, domain))
        const failure = yield* Effect.flip(renew(yield* domainTag(owing)))
        assert.deepInclude(failure, { _tag: "DomainChanged" })
        assert.lengthOf(yield* chargesOf(owner, domain.name), 1)
        yield* renew(yield* domainTag(yield* domainNow(owner, domain)))
        assert.lengthOf(yield* chargesOf(owner, domain.name), 3)
      }))
  })
}
