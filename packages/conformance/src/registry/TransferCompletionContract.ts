import { Period } from "@namewright/core/shared"
import { DateTime, Effect, Option } from "effect"
import * as assert from "../drivers/assert.ts"
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
  renew,
  requestTransfer,
  sameInstant,
  update
} from "./RegistryOrders.ts"
import { type RegistryTest, RegistryUnderTest } from "./RegistryUnderTest.ts"
import { outcomes } from "./TransferContract.ts"

/** The end of transfers: after their decision, and at once. */
export const transferCompletionContract = (it: RegistryTest) => {
  completions(it)
  immediateTransfers(it)
}

const completions = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain", "requestTransfer", "rival", "authCodes", "pendingTransfers")
  it.needs("nextMessage", "acknowledgeMessage", "clock").effect(
    "transfers the domain after five days without a decision, and sends both registrars a message",
    () =>
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
      })
  )

  it.needs("updateDomain", "approveTransfer", "infoHost", "createHost", "statuses").effect(
    "makes a new auth code, removes the old statuses, and transfers the subordinate hosts",
    () =>
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
      })
  )

  it.needs("approveTransfer", "terms").effect(
    "limits the term after a transfer to ten years ahead",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const { name } = yield* register(theirs.generic, { period: Period.years(10) })
        const before = yield* info(theirs.generic, name)
        yield* requestTransfer(ours.generic, name)
        yield* decide(theirs.generic.approveTransfer, name)
        const after = yield* info(ours.generic, name)
        assert.isTrue(DateTime.isLessThanOrEqualTo(expiryOf(after), DateTime.add(expiryOf(before), { minutes: 1 })))
      })
  )

  it.needs("approveTransfer", "clock", "automaticRenewals", "gracePeriods").effect(
    "adds one year, not two, to a domain that was just renewed automatically",
    () =>
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
      })
  )

  it.needs("approveTransfer", "clock", "gracePeriods").effect(
    "ends the grace period of a transfer after five days",
    () =>
      Effect.gen(function*() {
        const { advance, ours, theirs } = yield* RegistryUnderTest
        const { name } = yield* register(theirs.generic)
        yield* requestTransfer(ours.generic, name)
        yield* decide(theirs.generic.approveTransfer, name)
        yield* advance(`${5 * 86_400 - 1} seconds`)
        hasStatus(yield* info(ours.generic, name), "transferPeriod")
        yield* advance("1 second")
        lacksStatus(yield* info(ours.generic, name), "transferPeriod")
      })
  )

  it.needs("renewDomain", "approveTransfer").effect(
    "preserves the year of an explicit renewal before a transfer",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const before = yield* register(theirs.generic)
        yield* renew(theirs.generic, before.name)
        yield* requestTransfer(ours.generic, before.name)
        yield* decide(theirs.generic.approveTransfer, before.name)
        const after = yield* info(ours.generic, before.name)
        sameInstant(expiryOf(after), Period.addTo(expiryOf(before), Period.years(2)))
      })
  )
}

const immediateTransfers = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain")
  it.needs("requestTransfer", "cancelTransfer", "requestAuthCode", "rival", "immediateTransfers").effect(
    "transfers a domain at once with a code that the registry made",
    () =>
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
      })
  )

  it.needs("requestTransfer", "requestAuthCode", "rival", "clock", "contractTlds").effect(
    "refuses an expired code",
    () =>
      Effect.gen(function*() {
        const { advance, ours, theirs } = yield* RegistryUnderTest
        const { name } = yield* register(theirs.country, { name: yield* newName("country") })
        const { auth_code } = yield* decide(theirs.country.requestAuthCode, name)
        yield* advance("8 days")
        yield* refused(requestTransfer(ours.country, name, { auth_code }), "invalidAuthCode")
      })
  )

  it.needs("contractTlds").effect("makes no codes if registrars set them", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const { name } = yield* register(generic)
      yield* refused(decide(generic.requestAuthCode, name), "unsupported", "policy")
    }))

  it.needs("requestTransfer", "approveTransfer", "rival", "clock", "contractTlds").effect(
    "waits for the approval of the losing registrar without codes",
    () =>
      Effect.gen(function*() {
        const { advance, ours, theirs } = yield* RegistryUnderTest
        const { name } = yield* register(theirs.country, { name: yield* newName("released") })
        const answer = yield* requestTransfer(ours.country, name, { auth_code: null })
        assert.deepStrictEqual([answer.completed, answer.status], [false, "pending"])
        yield* advance("10 days")
        assert.strictEqual((yield* info(theirs.country, name)).sponsor, "account")
        yield* decide(theirs.country.approveTransfer, name)
        assert.strictEqual((yield* info(ours.country, name)).sponsor, "account")
      })
  )

  it.needs("releaseDomain", "contractTlds").effect(
    "releases a domain to the registry if the TLD supports it",
    () =>
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
      })
  )
}
