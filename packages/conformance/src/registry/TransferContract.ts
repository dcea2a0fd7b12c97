import type { PollPayload } from "@namewright/core/registry"
import { Period } from "@namewright/core/shared"
import { DateTime, Effect, Option } from "effect"
import * as assert from "../drivers/assert.ts"
import {
  decide,
  expiryOf,
  hasStatus,
  info,
  lacksStatus,
  messagesAbout,
  newName,
  refused,
  register,
  remove,
  requestTransfer,
  sameInstant,
  update
} from "./RegistryOrders.ts"
import { type RegistryTest, RegistryUnderTest } from "./RegistryUnderTest.ts"

/** Transfers of domains between registrars; the platform is once the gaining and once the losing side. */
export const transferContract = (it: RegistryTest) => {
  requests(it)
  decisions(it)
}

const requests = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain")
  it.needs(
    "requestTransfer",
    "queryTransfer",
    "nextMessage",
    "acknowledgeMessage",
    "rival",
    "authCodes",
    "pendingTransfers"
  ).effect("waits five days for the losing registrar, and sends it a message", () =>
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

  it.needs("requestTransfer", "rival", "authCodes", "pendingTransfers").effect(
    "refuses requests of missing and own domains, with wrong codes or periods",
    () =>
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
      })
  )

  it.needs(
    "updateDomain",
    "deleteDomain",
    "requestTransfer",
    "rival",
    "clock",
    "authCodes",
    "pendingTransfers",
    "statuses",
    "redemption"
  ).effect("refuses transfers of locked domains and of domains in deletion", () =>
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

  it.needs("requestTransfer", "approveTransfer", "rival", "clock", "contractTlds").effect(
    "refuses transfers for 60 days after registration and transfer if that is its policy",
    () =>
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
      })
  )

  it.needs("queryTransfer").effect(
    "returns no transfer if none was requested, and refuses queries of other registrars",
    () =>
      Effect.gen(function*() {
        const { ours } = yield* RegistryUnderTest
        const { name } = yield* register(ours.generic)
        assert.deepStrictEqual(yield* ours.generic.queryTransfer(name), Option.none())
        assert.deepStrictEqual(yield* ours.generic.queryTransfer(yield* newName("generic")), Option.none())
      })
  )

  it.needs("requestTransfer", "rival", "simulatedNames").effect(
    "simulates locked domains and wrong codes of domains that are registered elsewhere",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const { name: locked } = yield* register(theirs.generic, { name: yield* newName("generic", "transferlock") })
        yield* refused(requestTransfer(ours.generic, locked), "statusProhibits")
        const { name: barred } = yield* register(theirs.generic, { name: yield* newName("generic", "badauth") })
        yield* refused(requestTransfer(ours.generic, barred), "invalidAuthCode")
      })
  )
}

/** Status and recipient of each transfer message. */
export const outcomes = (payloads: ReadonlyArray<PollPayload>) =>
  payloads.flatMap((payload) => payload._tag === "TransferChanged" ? [[payload.status, payload.side]] : [])

const decisions = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain", "pendingTransfers")
  it.needs(
    "requestTransfer",
    "queryTransfer",
    "approveTransfer",
    "nextMessage",
    "acknowledgeMessage",
    "rival",
    "authCodes",
    "gracePeriods"
  ).effect("transfers the domain when the losing registrar approves", () =>
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
      assert.include(outcomes(yield* messagesAbout(ours.generic, name)), ["clientApproved", "losing"])
    }))

  it.needs(
    "requestTransfer",
    "queryTransfer",
    "rejectTransfer",
    "nextMessage",
    "acknowledgeMessage",
    "rival",
    "authCodes"
  ).effect("does not transfer the domain when the losing registrar rejects", () =>
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

  it.needs("requestTransfer", "cancelTransfer", "nextMessage", "acknowledgeMessage", "rival", "authCodes").effect(
    "does not transfer the domain when the gaining registrar cancels",
    () =>
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
      })
  )

  it.needs("cancelTransfer", "approveTransfer", "rejectTransfer").effect(
    "refuses decisions without a pending transfer",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic)
        for (const method of [generic.approveTransfer, generic.rejectTransfer, generic.cancelTransfer]) {
          yield* refused(decide(method, name), "noTransferPending")
          yield* refused(decide(method, yield* newName("generic")), "objectMissing")
        }
      })
  )
}
