import { assert, layer } from "@effect/vitest"
import { type Domain, DomainStore, RegistryMessages } from "@namewright/core/domains"
import type { Storage } from "@namewright/core/embed"
import type { PollPayload } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Effect, type Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { testSize } from "../../../../test/testSize.ts"
import {
  chargesOf,
  type Customer,
  customer,
  domainNow,
  eventsOf,
  gaugeOf,
  isOwned,
  openIntents,
  passDays,
  register,
  round,
  statusTagsOf
} from "./DomainsPlatform.ts"
import { before, queuedMessages, type WrittenMessage } from "./queuedMessages.ts"

const poll = Effect.flatMap(RegistryMessages, (messages) => messages.poll)

const kinds = ["purge", "request", "approval", "hold", "demand", "refusal"] as const
type Kind = (typeof kinds)[number]

/** Messages that a registry can send about a name. */
const payloadsOf = ({ name }: Domain): Readonly<Record<Kind, PollPayload>> => ({
  purge: { _tag: "Purged", name },
  request: { _tag: "TransferChanged", name, status: "pending", side: "losing", acts_on: null, expires_on: null },
  approval: {
    _tag: "TransferChanged",
    name,
    status: "serverApproved",
    side: "losing",
    acts_on: null,
    expires_on: null
  },
  hold: { _tag: "ChangedByRegistry", name, statuses: ["serverHold"], reason: "Court order" },
  demand: { _tag: "VerificationRequired", name, handle: null, claims: ["name"], deadlines: [] },
  refusal: { _tag: "VerificationDecided", name, handle: null, verified: false }
})

const payloadOf = (domain: Domain, kind: Kind): PollPayload => payloadsOf(domain)[kind]

/** Fields of a domain that messages can change. */
const shown = Effect.fnUntraced(function*(owner: Customer, domain: Domain) {
  const { registry_statuses, roid, verification_required } = yield* domainNow(owner, domain)
  return {
    registry_statuses,
    roid,
    verification_required,
    tags: yield* statusTagsOf(domain),
    events: yield* eventsOf(owner)
  }
})

/** Transfers the domain to the account some days after its registration. */
const cameBack = Effect.fnUntraced(function*({ domain_id }: Domain, days: number) {
  yield* TestClock.adjust(`${days} days`)
  const store = yield* DomainStore
  const now = yield* Instant.now
  yield* store.change(domain_id, (domain) => Effect.succeed({ ...domain, transferred_on: now }))
  return now
})

export const messageSuite = (name: string, storage: Layer.Layer<Storage, unknown>) => {
  const { broken, enqueue, hidden, lost, platform, waiting } = queuedMessages(storage)

  layer(platform)(`Messages of registries (${name})`, (it) => {
    const registered = Effect.fnUntraced(function*(label: string) {
      yield* TestClock.adjust("30 days")
      const owner = yield* customer()
      return { owner, domain: yield* register(owner, `${label}.slow`) }
    })

    for (const kind of kinds) {
      it.effect(`do not change a new registration if a message (${kind}) about an earlier one is late`, () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* registered(`late-${kind}`)
          const was = yield* shown(owner, domain)
          const payload = payloadOf(domain, kind)
          const object = { roid: null, created_on: null, happened_on: null }
          const earlier = before(domain.registered_on, 60)
          yield* TestClock.adjust("1 minute")
          const ways: ReadonlyArray<WrittenMessage> = [
            { payload, queued_on: earlier, object },
            { payload, object: { ...object, roid: "D1-EARLIER" } },
            { payload, object: { ...object, happened_on: earlier } },
            { payload, object: { ...object, created_on: before(domain.registered_on, 600_000) } }
          ]
          for (const message of ways) yield* enqueue(domain.registry, message)
          yield* poll
          assert.strictEqual(waiting(domain.registry), 0)
          assert.deepStrictEqual(yield* shown(owner, domain), was)
          yield* round
          assert.deepStrictEqual(yield* shown(owner, domain), was)
        }))
    }

    it.effect("do not change a registration if an earlier one was purged in the same second", () =>
      Effect.gen(function*() {
        const { domain } = yield* registered("caught-again")
        yield* enqueue(domain.registry, { payload: { _tag: "Purged", name: domain.name } })
        yield* poll
        yield* round
        assert.isTrue(yield* isOwned(domain.name))
      }))

    it.effect("do not remove a domain that was transferred away once and transferred back", () =>
      Effect.gen(function*() {
        const { domain } = yield* registered("come-back")
        const back = yield* cameBack(domain, 20)
        const object = { roid: domain.roid, created_on: domain.registered_on, happened_on: null }
        const payload = payloadOf(domain, "approval")
        yield* enqueue(domain.registry, { payload, object, queued_on: before(back, 60) })
        yield* poll
        assert.isTrue(yield* isOwned(domain.name))
        yield* enqueue(domain.registry, { payload, object })
        yield* poll
        assert.isFalse(yield* isOwned(domain.name))
      }))

    it.effect("remove the domain that they identify", () =>
      Effect.gen(function*() {
        const purged = yield* registered("purged")
        yield* enqueue(purged.domain.registry, {
          payload: { _tag: "Purged", name: purged.domain.name },
          object: { roid: purged.domain.roid, created_on: null, happened_on: null }
        })
        yield* poll
        assert.isFalse(yield* isOwned(purged.domain.name))
        const undescribed = yield* registered("purged-without-roid")
        yield* TestClock.adjust("1 day")
        yield* enqueue(undescribed.domain.registry, { payload: { _tag: "Purged", name: undescribed.domain.name } })
        yield* poll
        assert.isFalse(yield* isOwned(undescribed.domain.name))
      }))

    it.effect("cause a query if a purge has neither an object nor a time", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* registered("timeless")
        const payload: PollPayload = { _tag: "Purged", name: domain.name }
        yield* enqueue(domain.registry, { payload, queued_on: null })
        yield* poll
        assert.isTrue(yield* isOwned(domain.name))
        yield* round
        assert.isTrue(yield* isOwned(domain.name))
        hidden.add(domain.name)
        yield* enqueue(domain.registry, { payload, queued_on: null })
        yield* round
        assert.isFalse(yield* isOwned(domain.name))
        assert.include(yield* eventsOf(owner, domain.domain_id), "DELETION/SUCCESS")
      }))

    it.effect("do not end a pending registration by the decision about an earlier one", () =>
      Effect.gen(function*() {
        yield* TestClock.adjust("30 days")
        const owner = yield* customer()
        const domain = yield* register(owner, "pending-again.slow")
        assert.deepStrictEqual(yield* openIntents(domain), ["domain.create accepted"])
        hidden.add(domain.name)
        yield* enqueue(domain.registry, {
          payload: { _tag: "PendingDecided", name: domain.name, accepted: false, command_id: "command_of_before" },
          queued_on: before(domain.created_on, 24 * 60)
        })
        for (const kind of ["purge", "approval", "hold"] as const) {
          const payload = payloadOf(domain, kind)
          yield* enqueue(domain.registry, { payload, queued_on: before(domain.created_on, 24 * 60) })
          yield* enqueue(domain.registry, { payload })
        }
        yield* poll
        assert.deepStrictEqual(yield* openIntents(domain), ["domain.create accepted"])
        assert.deepStrictEqual(yield* chargesOf(owner), ["create pending 24.90"])
        hidden.delete(domain.name)
        yield* passDays(2)
        assert.include(yield* eventsOf(owner, domain.domain_id), "REGISTRATION/SUCCESS")
      }))

    /** Pending registration with the message of its decision; `broken` makes its application crash. */
    const undecided = Effect.fnUntraced(function*(label: string) {
      const owner = yield* customer()
      const domain = yield* register(owner, `pending-${label}.slow`)
      broken.add(domain.name)
      const payload: PollPayload = { _tag: "PendingDecided", name: domain.name, accepted: true, command_id: null }
      const message = yield* enqueue(domain.registry, { payload, raw: "<response/>" })
      return { owner, domain, message }
    })

    const pollTimes = (times: number) => Effect.forEach(Array.from({ length: times }), () => poll)

    it.effect("are parked if they cannot be applied in three rounds, and block no others afterwards", () =>
      Effect.gen(function*() {
        const messages = yield* RegistryMessages
        const { domain, message, owner } = yield* undecided("crash")
        const next = yield* register(owner, "behind-the-crash.slow")
        yield* enqueue(next.registry, { payload: payloadOf(next, "hold") })
        assert.deepStrictEqual(yield* pollTimes(2), [0, 0])
        assert.strictEqual(waiting(domain.registry), 2)
        assert.deepStrictEqual(yield* messages.parked, [])
        yield* poll
        assert.strictEqual(waiting(domain.registry), 0)
        assert.include((yield* domainNow(owner, next)).registry_statuses, "serverHold")
        const [parked] = yield* messages.parked
        assert.deepInclude(parked, {
          registry: domain.registry,
          message_id: message.message_id,
          state: "parked",
          problem: "Out of order",
          attempts: 3
        })
        if (parked === undefined) return assert.fail("nothing is parked")
        assert.deepStrictEqual(yield* messages.content(parked), Option.some(message))
        assert.strictEqual(yield* gaugeOf("registry_messages_parked", domain.registry), 1)

        assert.strictEqual(yield* messages.retry(domain.registry, parked.message_id), 1)
        yield* poll
        assert.deepInclude((yield* messages.parked)[0], { state: "parked", attempts: 4 })
        broken.clear()
        assert.strictEqual(yield* messages.retry(domain.registry), 1)
        yield* TestClock.adjust("2 days")
        yield* poll
        assert.deepStrictEqual(yield* messages.parked, [])
        assert.include(yield* eventsOf(owner, domain.domain_id), "REGISTRATION/SUCCESS")
        assert.strictEqual(yield* gaugeOf("registry_messages_parked", domain.registry), 0)
      }))

    it.effect("are applied once and not parked if an attempt fails and the next one succeeds", () =>
      Effect.gen(function*() {
        const messages = yield* RegistryMessages
        const { domain, owner } = yield* undecided("stumble")
        yield* pollTimes(2)
        broken.clear()
        yield* TestClock.adjust("2 days")
        yield* poll
        assert.strictEqual(waiting(domain.registry), 0)
        assert.deepStrictEqual(yield* messages.parked, [])
        const events = yield* eventsOf(owner, domain.domain_id)
        assert.deepStrictEqual(events, ["REGISTRATION/NOTIFICATION", "REGISTRATION/SUCCESS"])
      }))

    it.effect("are not tried again if the registry repeats them after they were parked", () =>
      Effect.gen(function*() {
        const messages = yield* RegistryMessages
        const { domain } = yield* undecided("lost-acknowledgement")
        lost.acknowledgements = 1
        yield* pollTimes(3)
        assert.strictEqual(waiting(domain.registry), 1)
        broken.clear()
        yield* poll
        assert.strictEqual(waiting(domain.registry), 0)
        assert.deepInclude((yield* messages.parked)[0], { state: "parked", attempts: 3 })
        yield* messages.retry(domain.registry)
        yield* poll
      }))

    it.effect("are parked even if they cannot be encoded", () =>
      Effect.gen(function*() {
        const messages = yield* RegistryMessages
        const { domain } = yield* registered("unstorable")
        const payload = { _tag: "Renewed", name: domain.name, expires_on: "soon" } as unknown as PollPayload
        yield* enqueue(domain.registry, { payload, raw: "<response>soon</response>" })
        yield* pollTimes(3)
        assert.strictEqual(waiting(domain.registry), 0)
        const [parked] = yield* messages.parked
        if (parked === undefined) return assert.fail("nothing is parked")
        const content = Option.getOrThrow(yield* messages.content(parked))
        assert.deepInclude(content, { payload: { _tag: "Unknown" }, raw: "<response>soon</response>" })
        yield* messages.retry(domain.registry)
        yield* poll
        assert.deepStrictEqual(yield* messages.parked, [])
      }))

    it.effect.prop(
      "change a domain in the same way whatever messages about earlier objects come between",
      [Deliveries],
      ([deliveries]) =>
        Effect.gen(function*() {
          const mixed = yield* registered(`mixed-${orders}`)
          const alone = yield* registered(`alone-${orders++}`)
          for (const { domain, owner } of [mixed, alone]) {
            const mine = deliveries.filter(({ of }) => of === "current" || owner === mixed.owner)
            for (const delivery of mine) yield* enqueue(domain.registry, delivered(domain, delivery))
          }
          yield* poll
          assert.strictEqual(waiting(mixed.domain.registry), 0)
          assert.strictEqual(yield* isOwned(mixed.domain.name), yield* isOwned(alone.domain.name))
          if (!(yield* isOwned(alone.domain.name))) return
          const [{ roid: _, ...is }, { roid: __, ...expected }] = [
            yield* shown(mixed.owner, mixed.domain),
            yield* shown(alone.owner, alone.domain)
          ]
          assert.deepStrictEqual(is, expected)
        }),
      { arbitrary: { runs: testSize(15, 40) } }
    )
  })
}

/** Generated message about an earlier object with the name, or about the domain. */
const Delivery = Schema.Struct({
  of: Schema.Literals(["earlier", "current"]),
  kind: Schema.Literals(kinds),
  /** Fields by which the registry identifies the object. */
  naming: Schema.Literals(["roid", "created", "happened", "queued"]),
  minutes: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 }))
})
const Deliveries = Schema.Array(Delivery).check(Schema.isMinLength(1), Schema.isMaxLength(12))

const delivered = (domain: Domain, { kind, minutes, naming, of }: typeof Delivery.Type): WrittenMessage => {
  const isEarlier = of === "earlier"
  const earlier = before(domain.registered_on, minutes)
  const later = before(domain.registered_on, -minutes)
  const time = isEarlier ? earlier : later
  return {
    payload: payloadOf(domain, kind),
    queued_on: isEarlier && naming !== "queued" ? later : time,
    object: {
      roid: naming === "roid" ? isEarlier ? `D${minutes}-EARLIER` : domain.roid : null,
      created_on: naming === "created" ? isEarlier ? before(earlier, 1) : domain.registered_on : null,
      happened_on: naming === "happened" ? time : null
    }
  }
}

let orders = 0
