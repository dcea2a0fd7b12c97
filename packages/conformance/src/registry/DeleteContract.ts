import type { DomainDeleted } from "@namewright/core/registry"
import { type Money, Period } from "@namewright/core/shared"
import { Effect } from "effect"
import * as assert from "../drivers/assert.ts"
import {
  creation,
  exists,
  expiryOf,
  hasStatus,
  info,
  lacksStatus,
  messagesAbout,
  newName,
  refused,
  register,
  remove,
  renew,
  requestTransfer,
  restore,
  sameInstant,
  update
} from "./RegistryOrders.ts"
import { type RegistryTest, RegistryUnderTest } from "./RegistryUnderTest.ts"

/** Deletion, redemption and restore (RFC 3915). */
export const deleteContract = (it: RegistryTest) => {
  deletions(it)
  restores(it)
}

const deletions = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain", "deleteDomain")
  it.effect("deletes a domain, at once or later, and refuses to delete a missing one", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const { name } = yield* register(generic)
      const { completed } = yield* remove(generic, name)
      if (completed) assert.isFalse(yield* exists(generic, name))
      else hasStatus(yield* info(generic, name), "pendingDelete")
      yield* refused(remove(generic, yield* newName("generic")), "objectMissing")
    }))

  it.needs("checkDomains", "rival", "clock", "gracePeriods").effect(
    "makes a name available at once in its add grace period",
    () =>
      Effect.gen(function*() {
        const { advance, ours, theirs } = yield* RegistryUnderTest
        const { name } = yield* register(ours.generic)
        yield* advance("4 days")
        yield* remove(ours.generic, name)
        assert.isFalse(yield* exists(ours.generic, name))
        assert.deepStrictEqual((yield* ours.generic.checkDomains([name])).map(({ available }) => available), [true])
        yield* register(theirs.generic, { name })
      })
  )

  it.needs("renewDomain", "clock", "gracePeriods", "terms").effect(
    "credits the operations in their grace periods, if it reports fees",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { generic } } = yield* RegistryUnderTest
        const order = yield* creation(generic)
        const created = yield* generic.createDomain(order)
        yield* advance("3 days")
        const renewed = yield* renew(generic, order.name, { period: Period.years(2) })
        const atOnce = yield* remove(generic, order.name)
        creditsCosts(atOnce, [created, renewed])

        const { name } = yield* register(generic)
        yield* advance("6 days")
        const first = yield* renew(generic, name)
        yield* advance("3 days")
        const second = yield* renew(generic, name)
        yield* advance("3 days")
        const later = yield* remove(generic, name)
        creditsCosts(later, [second])
        assert.deepStrictEqual(first.cost, second.cost)
      })
  )

  it.needs("renewDomain", "updateDomain", "clock", "gracePeriods", "redemption", "authCodes").effect(
    "puts a domain into redemption after its add grace period",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic)
        yield* advance("6 days")
        assert.isFalse((yield* remove(generic, name)).completed)
        hasStatus(yield* info(generic, name), "pendingDelete", "redemptionPeriod")
        yield* refused(remove(generic, name), "statusProhibits")
        yield* refused(update(generic, name, { change: { auth_code: "Another-Horse-2" } }), "statusProhibits")
        yield* refused(renew(generic, name), "statusProhibits", "notEligible")
      })
  )

  it.needs("requestTransfer", "rival", "authCodes", "pendingTransfers").effect(
    "refuses deletions by other registrars, and deletions that a status prohibits",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const { name } = yield* register(ours.generic)
        yield* refused(remove(theirs.generic, name), "notSponsor")
        yield* refused(remove(ours.generic, yield* newName("generic")), "objectMissing")
        yield* requestTransfer(theirs.generic, name)
        yield* refused(remove(ours.generic, name), "statusProhibits")
      })
  )

  it.needs("checkDomains", "restoreDomain", "nextMessage", "acknowledgeMessage", "clock", "gracePeriods", "redemption")
    .effect(
      "makes the name available after redemption and pending deletion, and queues a message",
      () =>
        Effect.gen(function*() {
          const { advance, ours: { generic } } = yield* RegistryUnderTest
          const { name } = yield* register(generic)
          yield* advance("6 days")
          yield* remove(generic, name)
          yield* advance("29 days")
          hasStatus(yield* info(generic, name), "redemptionPeriod")
          yield* advance("1 day")
          const waiting = yield* info(generic, name)
          hasStatus(waiting, "pendingDelete")
          lacksStatus(waiting, "redemptionPeriod")
          yield* refused(restore(generic, name), "statusProhibits")
          yield* advance("5 days")
          assert.isFalse(yield* exists(generic, name))
          const messages = yield* messagesAbout(generic, name)
          assert.deepStrictEqual(messages.filter(({ _tag }) => _tag === "Purged"), [{ _tag: "Purged", name }])
          assert.deepStrictEqual((yield* generic.checkDomains([name])).map(({ available }) => available), [true])
          yield* register(generic, { name })
        })
    )

  it.needs("nextMessage", "acknowledgeMessage", "rival", "clock", "gracePeriods", "redemption").effect(
    "registers a name again after a deletion that no command has triggered",
    () =>
      Effect.gen(function*() {
        const { advance, ours, theirs } = yield* RegistryUnderTest
        const { name } = yield* register(ours.generic)
        yield* advance("6 days")
        yield* remove(ours.generic, name)
        yield* advance("36 days")
        yield* register(theirs.generic, { name })
        assert.include((yield* messagesAbout(ours.generic, name)).map(({ _tag }) => _tag), "Purged")
      })
  )

  it.needs("clock", "contractTlds").effect(
    "makes a name available at once without redemption and pending deletion",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { country } } = yield* RegistryUnderTest
        const { name } = yield* register(country, { name: yield* newName("released") })
        yield* advance("6 days")
        assert.isTrue((yield* remove(country, name)).completed)
        assert.isFalse(yield* exists(country, name))
      })
  )
}

const creditsCosts = ({ credit }: DomainDeleted, operations: ReadonlyArray<{ readonly cost: Money.Money | null }>) => {
  if (credit === null) return
  const costs = operations.map(({ cost }) => cost)
  assert.notInclude(costs, null, "what is credited was reported when it was charged")
  assert.strictEqual(credit.amount, costs.reduce<number>((sum, cost) => sum + (cost?.amount ?? 0), 0))
  assert.isTrue(costs.every((cost) => cost?.currency === credit.currency))
}

const restores = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain", "restoreDomain")
  it.needs("deleteDomain", "clock", "gracePeriods", "redemption").effect(
    "restores a domain unchanged",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic)
        yield* advance("6 days")
        const before = yield* info(generic, name)
        yield* remove(generic, name)
        yield* advance("20 days")
        yield* restore(generic, name)
        const after = yield* info(generic, name)
        lacksStatus(after, "pendingDelete", "redemptionPeriod", "pendingRestore")
        sameInstant(expiryOf(after), expiryOf(before))
        assert.deepStrictEqual(after.contacts, before.contacts)
        yield* advance("60 days")
        assert.isTrue(yield* exists(generic, name))
      })
  )

  it.needs("deleteDomain", "clock", "contractTlds").effect(
    "renews with the restore if the registry does so",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic, { name: yield* newName("locked") })
        yield* advance("6 days")
        const before = yield* info(generic, name)
        yield* remove(generic, name)
        yield* restore(generic, name)
        sameInstant(expiryOf(yield* info(generic, name)), Period.addTo(expiryOf(before), Period.years(1)))
      })
  )

  it.needs("rival", "redemption").effect(
    "refuses to restore a domain that is not in redemption",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const { name } = yield* register(ours.generic)
        yield* refused(restore(ours.generic, name), "statusProhibits")
        yield* refused(restore(theirs.generic, name), "notSponsor")
        yield* refused(restore(ours.generic, yield* newName("generic")), "objectMissing")
      })
  )

  it.needs("deleteDomain", "nextMessage", "acknowledgeMessage", "clock", "simulatedNames").effect(
    "completes a pending restore later, and queues a message",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { generic } } = yield* RegistryUnderTest
        const name = yield* newName("generic", "pending")
        const contacts = (yield* register(generic)).contacts
        yield* Effect.exit(register(generic, { name, contacts }))
        yield* advance("6 days")
        yield* remove(generic, name)
        assert.isFalse((yield* restore(generic, name)).completed)
        hasStatus(yield* info(generic, name), "pendingRestore")
        yield* messagesAbout(generic, name)
        yield* advance("2 minutes")
        lacksStatus(yield* info(generic, name), "pendingRestore", "pendingDelete")
        const messages = yield* messagesAbout(generic, name)
        assert.deepStrictEqual(messages.map((payload) => payload._tag === "PendingDecided" && payload.accepted), [true])
      })
  )
}
