import { assert } from "@effect/vitest"
import type { PollPayload } from "@namewright/core/registry"
import { Period } from "@namewright/core/shared"
import { DateTime, Effect, Option } from "effect"
import {
  createHost,
  decide,
  expiryOf,
  hasStatus,
  hostname,
  info,
  lacksStatus,
  messagesAbout,
  newName,
  refused,
  register,
  remove,
  renew,
  requestTransfer,
  sameInstant,
  update
} from "./RegistryOrders.ts"
import { type ContractTest, RegistryUnderTest } from "./RegistryUnderTest.ts"

/** Transfers of domains between registrars; the platform is once the gaining and once the losing side. */
export const transferContract = (it: ContractTest) => {
  requests(it)
  decisions(it)
  completions(it)
  immediateTransfers(it)
}

const requests = (it: ContractTest) => {
  it.effect("waits five days for the losing registrar, and sends it a message", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      const { expires_on, name } = yield* register(theirs.generic)
      assert.isNotNull(expires_on)
      const answer = yield* requestTransfer(ours.generic, name)
      assert.deepStrictEqual([answer.completed, answer.status], [false, "pending"])
      hasStatus(yield* info(theirs.generic, name), "pendingTransfer")
      const ourView = Option.getOrThrow(yield* ours.generic.queryTransfer(name))
      const theirView = Option.getOrThrow(yield* theirs.generic.queryTransfer(name))
      assert.deepStrictEqual([ourView.side, theirView.side], ["gaining", "losing"])
      assert.deepStrictEqual({ ...ourView, side: "losing" }, theirView)
      sameInstant(ourView.acts_on, DateTime.add(ourView.requested_on, { days: 5 }))
      sameInstant(ourView.expires_on, Period.addTo(expires_on, Period.years(1)))
      const messages = yield* messagesAbout(theirs.generic, name)
      assert.deepStrictEqual(outcomes(messages), [["pending", "losing"]])
    }))

  it.effect("refuses requests of missing and own domains, with wrong codes or periods", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      const { name } = yield* register(theirs.generic)
      const attempt = requestTransfer(ours.generic, name, { auth_code: "Wrong-Horse-1" })
      yield* refused(attempt, "invalidAuthCode", "notSponsor")
      yield* refused(
        requestTransfer(ours.generic, name, { auth_code: null }),
        "notSponsor",
        "parameter",
        "invalidAuthCode"
      )
      yield* refused(requestTransfer(ours.generic, name, { period: Period.years(2) }), "policy", "parameter")
      yield* refused(requestTransfer(theirs.generic, name), "notEligible", "parameter", "notSponsor")
      yield* refused(requestTransfer(ours.generic, yield* newName("generic")), "objectMissing")
      lacksStatus(yield* info(theirs.generic, name), "pendingTransfer")
      yield* requestTransfer(ours.generic, name)
      yield* refused(requestTransfer(ours.generic, name), "transferPending", "statusProhibits")
    }))

  it.effect("refuses transfers of locked domains and of domains in deletion", () =>
    Effect.gen(function*() {
      const { advance, ours, theirs } = yield* RegistryUnderTest
      const { name: locked } = yield* register(theirs.generic)
      yield* update(theirs.generic, locked, { add: { statuses: ["clientTransferProhibited"] } })
      yield* refused(requestTransfer(ours.generic, locked), "statusProhibits")
      const { name: deleted } = yield* register(theirs.generic)
      yield* advance("6 days")
      yield* remove(theirs.generic, deleted)
      yield* refused(requestTransfer(ours.generic, deleted), "statusProhibits", "notEligible")
    }))

  it.effect("refuses transfers for 60 days after registration and transfer if that is its policy", () =>
    Effect.gen(function*() {
      const { advance, ours, theirs } = yield* RegistryUnderTest
      const { name } = yield* register(theirs.generic, { name: yield* newName("locked") })
      yield* refused(requestTransfer(ours.generic, name), "statusProhibits", "notSponsor", "notEligible")
      yield* advance("61 days")
      yield* requestTransfer(ours.generic, name)
      yield* decide(theirs.generic.approveTransfer, name)
      const { auth_code } = yield* info(ours.generic, name)
      const attempt = requestTransfer(theirs.generic, name, { auth_code })
      yield* refused(attempt, "statusProhibits", "notSponsor", "notEligible")
      yield* advance("61 days")
      yield* attempt
    }))

  it.effect("returns no transfer if none was requested, and refuses queries of other registrars", () =>
    Effect.gen(function*() {
      const { ours } = yield* RegistryUnderTest
      const { name } = yield* register(ours.generic)
      assert.deepStrictEqual(yield* ours.generic.queryTransfer(name), Option.none())
      assert.deepStrictEqual(yield* ours.generic.queryTransfer(yield* newName("generic")), Option.none())
    }))

  it.effect("simulates locked domains and wrong codes of domains that are registered elsewhere", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      const { name: locked } = yield* register(theirs.generic, { name: yield* newName("generic", "transferlock") })
      yield* refused(requestTransfer(ours.generic, locked), "statusProhibits")
      const { name: barred } = yield* register(theirs.generic, { name: yield* newName("generic", "badauth") })
      yield* refused(requestTransfer(ours.generic, barred), "invalidAuthCode")
    }))
}

/** Status and recipient of each transfer message. */
const outcomes = (payloads: ReadonlyArray<PollPayload>) =>
  payloads.flatMap((payload) => payload._tag === "TransferChanged" ? [[payload.status, payload.side]] : [])

const decisions = (it: ContractTest) => {
  it.effect("transfers the domain when the losing registrar approves", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      const before = yield* register(ours.generic)
      const { name } = before
      yield* requestTransfer(theirs.generic, name)
      yield* refused(decide(theirs.generic.approveTransfer, name), "notSponsor")
      yield* decide(ours.generic.approveTransfer, name)
      assert.notStrictEqual((yield* info(ours.generic, name)).sponsor, "account")
      const after = yield* info(theirs.generic, name)
      assert.strictEqual(after.sponsor, "account")
      assert.isNotNull(after.transferred_on)
      lacksStatus(after, "pendingTransfer", "addPeriod")
      hasStatus(after, "transferPeriod")
      sameInstant(expiryOf(after), Period.addTo(expiryOf(before), Period.years(1)))
      const transfer = Option.getOrThrow(yield* ours.generic.queryTransfer(name))
      assert.deepStrictEqual([transfer.status, transfer.side], ["clientApproved", "losing"])
      assert.deepStrictEqual(outcomes(yield* messagesAbout(theirs.generic, name)), [["clientApproved", "gaining"]])
      assert.deepInclude(outcomes(yield* messagesAbout(ours.generic, name)), ["clientApproved", "losing"])
    }))

  it.effect("does not transfer the domain when the losing registrar rejects", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      const before = yield* register(theirs.generic)
      yield* requestTransfer(ours.generic, before.name)
      yield* refused(decide(ours.generic.rejectTransfer, before.name), "notSponsor")
      yield* decide(theirs.generic.rejectTransfer, before.name)
      const after = yield* info(theirs.generic, before.name)
      assert.strictEqual(after.sponsor, "account")
      lacksStatus(after, "pendingTransfer")
      sameInstant(expiryOf(after), expiryOf(before))
      const messages = yield* messagesAbout(ours.generic, before.name)
      assert.deepStrictEqual(outcomes(messages), [["clientRejected", "gaining"]])
      assert.strictEqual(
        Option.getOrThrow(yield* ours.generic.queryTransfer(before.name)).status,
        "clientRejected"
      )
    }))

  it.effect("does not transfer the domain when the gaining registrar cancels", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      const { name } = yield* register(theirs.generic)
      yield* requestTransfer(ours.generic, name)
      yield* refused(decide(theirs.generic.cancelTransfer, name), "notSponsor")
      yield* decide(ours.generic.cancelTransfer, name)
      assert.strictEqual((yield* info(theirs.generic, name)).sponsor, "account")
      const messages = yield* messagesAbout(theirs.generic, name)
      assert.deepStrictEqual(messages.map((payload) => payload._tag === "TransferChanged" && payload.status), [
        "pending",
        "clientCancelled"
      ])
      yield* requestTransfer(ours.generic, name)
    }))

  it.effect("refuses decisions without a pending transfer", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const { name } = yield* register(generic)
      for (const method of [generic.approveTransfer, generic.rejectTransfer, generic.cancelTransfer]) {
        yield* refused(decide(method, name), "noTransferPending")
        yield* refused(decide(method, yield* newName("generic")), "objectMissing")
      }
    }))
}

const completions = (it: ContractTest) => {
  it.effect("transfers the domain after five days without a decision, and sends both registrars a message", () =>
    Effect.gen(function*() {
      const { advance, ours, theirs } = yield* RegistryUnderTest
      const before = yield* register(theirs.generic)
      const { name } = before
      yield* requestTransfer(ours.generic, name)
      yield* advance("119 hours")
      assert.strictEqual((yield* info(theirs.generic, name)).sponsor, "account")
      yield* advance("1 hour")
      const after = yield* info(ours.generic, name)
      assert.strictEqual(after.sponsor, "account")
      sameInstant(expiryOf(after), Period.addTo(expiryOf(before), Period.years(1)))
      for (const [registry, side] of [[ours.generic, "gaining"], [theirs.generic, "losing"]] as const) {
        assert.deepStrictEqual(outcomes(yield* messagesAbout(registry, name)).at(-1), ["serverApproved", side])
      }
    }))

  it.effect("makes a new auth code, removes the old statuses, and transfers the subordinate hosts", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      const { name } = yield* register(theirs.generic)
      yield* update(theirs.generic, name, { add: { statuses: ["clientHold"] } })
      yield* createHost(theirs.generic, `ns1.${name}`, "192.0.2.1")
      yield* requestTransfer(ours.generic, name)
      yield* decide(theirs.generic.approveTransfer, name)
      const after = yield* info(ours.generic, name)
      assert.notStrictEqual(after.auth_code, "Correct-Horse-1")
      lacksStatus(after, "clientHold")
      assert.strictEqual(Option.getOrThrow(yield* ours.generic.infoHost(hostname(`ns1.${name}`))).sponsor, "account")
      assert.notStrictEqual(
        Option.getOrThrow(yield* theirs.generic.infoHost(hostname(`ns1.${name}`))).sponsor,
        "account"
      )
      yield* refused(update(theirs.generic, name, { change: { auth_code: "Another-Horse-2" } }), "notSponsor")
    }))

  it.effect("limits the term after a transfer to ten years ahead", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      const { name } = yield* register(theirs.generic, { period: Period.years(10) })
      const before = yield* info(theirs.generic, name)
      yield* requestTransfer(ours.generic, name)
      yield* decide(theirs.generic.approveTransfer, name)
      const after = yield* info(ours.generic, name)
      assert.isTrue(DateTime.isLessThanOrEqualTo(expiryOf(after), DateTime.add(expiryOf(before), { minutes: 1 })))
    }))

  it.effect("adds one year, not two, to a domain that was just renewed automatically", () =>
    Effect.gen(function*() {
      const { advance, ours, theirs } = yield* RegistryUnderTest
      const before = yield* register(theirs.generic)
      yield* advance("370 days")
      hasStatus(yield* info(theirs.generic, before.name), "autoRenewPeriod")
      yield* requestTransfer(ours.generic, before.name)
      yield* decide(theirs.generic.approveTransfer, before.name)
      const after = yield* info(ours.generic, before.name)
      lacksStatus(after, "autoRenewPeriod")
      sameInstant(expiryOf(after), Period.addTo(expiryOf(before), Period.years(1)))
    }))

  it.effect("ends the grace period of a transfer after five days", () =>
    Effect.gen(function*() {
      const { advance, ours, theirs } = yield* RegistryUnderTest
      const { name } = yield* register(theirs.generic)
      yield* requestTransfer(ours.generic, name)
      yield* decide(theirs.generic.approveTransfer, name)
      yield* advance(`${5 * 86_400 - 1} seconds`)
      hasStatus(yield* info(ours.generic, name), "transferPeriod")
      yield* advance("1 second")
      lacksStatus(yield* info(ours.generic, name), "transferPeriod")
    }))

  it.effect("preserves the year of an explicit renewal before a transfer", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      const before = yield* register(theirs.generic)
      yield* renew(theirs.generic, before.name)
      yield* requestTransfer(ours.generic, before.name)
      yield* decide(theirs.generic.approveTransfer, before.name)
      const after = yield* info(ours.generic, before.name)
      sameInstant(expiryOf(after), Period.addTo(expiryOf(before), Period.years(2)))
    }))
}

const immediateTransfers = (it: ContractTest) => {
  it.effect("transfers a domain at once with a code that the registry made", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      const before = yield* register(theirs.country, { name: yield* newName("country") })
      const { name } = before
      yield* refused(requestTransfer(ours.country, name, { auth_code: "Guessed-Horse-1" }), "invalidAuthCode")
      const issued = yield* decide(theirs.country.requestAuthCode, name)
      assert.isNotNull(issued.auth_code)
      assert.isNotNull(issued.expires_on)
      const answer = yield* requestTransfer(ours.country, name, { auth_code: issued.auth_code })
      assert.isTrue(answer.completed)
      const after = yield* info(ours.country, name)
      assert.strictEqual(after.sponsor, "account")
      sameInstant(expiryOf(after), expiryOf(before))
      yield* refused(decide(ours.country.cancelTransfer, name), "noTransferPending")
    }))

  it.effect("refuses an expired code", () =>
    Effect.gen(function*() {
      const { advance, ours, theirs } = yield* RegistryUnderTest
      const { name } = yield* register(theirs.country, { name: yield* newName("country") })
      const { auth_code } = yield* decide(theirs.country.requestAuthCode, name)
      yield* advance("8 days")
      yield* refused(requestTransfer(ours.country, name, { auth_code }), "invalidAuthCode")
    }))

  it.effect("makes no codes if registrars set them", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const { name } = yield* register(generic)
      yield* refused(decide(generic.requestAuthCode, name), "unsupported", "policy")
    }))

  it.effect("waits for the approval of the losing registrar without codes", () =>
    Effect.gen(function*() {
      const { advance, ours, theirs } = yield* RegistryUnderTest
      const { name } = yield* register(theirs.country, { name: yield* newName("released") })
      const answer = yield* requestTransfer(ours.country, name, { auth_code: null })
      assert.deepStrictEqual([answer.completed, answer.status], [false, "pending"])
      yield* advance("10 days")
      assert.strictEqual((yield* info(theirs.country, name)).sponsor, "account")
      yield* decide(theirs.country.approveTransfer, name)
      assert.strictEqual((yield* info(ours.country, name)).sponsor, "account")
    }))

  it.effect("releases a domain to the registry if the TLD supports it", () =>
    Effect.gen(function*() {
      const { ours } = yield* RegistryUnderTest
      const { name } = yield* register(ours.country, { name: yield* newName("released") })
      const release = { recipient: null, keep_delegation: false }
      yield* decide((command) => ours.country.releaseDomain({ ...command, ...release }), name)
      const after = yield* info(ours.country, name)
      assert.notStrictEqual(after.sponsor, "account")
      hasStatus(after, "inactive")
      const { name: kept } = yield* register(ours.generic)
      yield* refused(
        decide((command) => ours.generic.releaseDomain({ ...command, ...release }), kept),
        "unsupported",
        "policy"
      )
    }))
}
