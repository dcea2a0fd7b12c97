import { assert, layer } from "@effect/vitest"
import { type Domain, DomainChanges, OutboundTransfers } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { DomainName } from "@namewright/core/shared"
import { Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import {
  advance,
  type Customer,
  customer,
  domainNow,
  isOwned,
  passDays,
  register,
  requestAway,
  rival,
  round,
  statusTagsOf,
  suborganization,
  transferIn
} from "./DomainsPlatform.ts"
import { command, transfersOf } from "./transferSuite.ts"

const decide = Effect.fnUntraced(function*(owner: Customer, { domain_id }: Domain, action: "approve" | "reject") {
  const transfers = yield* OutboundTransfers
  return yield* owner.act(transfers.decide(domain_id, { action }))
})

export const outboundTransferSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Outbound transfers (${name})`, (it) => {
    const requested = Effect.fnUntraced(function*(owner: Customer, wanted: string) {
      const domain = yield* register(owner, wanted)
      yield* requestAway(domain)
      yield* round
      return yield* domainNow(owner, domain)
    })

    it.effect("are notified, and end with the removal of the domain after the registry's message", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* requested(owner, "approved.slow")
        assert.include(domain.registry_statuses, "pendingTransfer")
        assert.deepStrictEqual(yield* statusTagsOf(domain), ["OUTBOUND_TRANSFER_PENDING"])
        const answered = yield* decide(owner, domain, "approve")
        assert.strictEqual(answered.domain_id, domain.domain_id)
        assert.isTrue(yield* isOwned("approved.slow"))
        yield* round
        assert.isFalse(yield* isOwned("approved.slow"))
        yield* passDays(1)
        assert.deepStrictEqual(yield* transfersOf(owner, domain), [
          "OUTBOUND_TRANSFER/NOTIFICATION",
          "OUTBOUND_TRANSFER/SUCCESS"
        ])
        const taken = yield* (yield* rival("slow-registry")).infoDomain(domain.name)
        assert.strictEqual(Option.getOrThrow(taken).sponsor, "account")
      }))

    it.effect("are rejected once, and the domain is unchanged", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* requested(owner, "kept-here.slow")
        yield* decide(owner, domain, "reject")
        yield* round
        const kept = yield* domainNow(owner, domain)
        assert.notInclude(kept.registry_statuses, "pendingTransfer")
        assert.deepStrictEqual(yield* statusTagsOf(kept), [])
        assert.deepStrictEqual(yield* transfersOf(owner, domain), [
          "OUTBOUND_TRANSFER/NOTIFICATION",
          "OUTBOUND_TRANSFER/CANCELED"
        ])
      }))

    it.effect("are approved by the registry's deadline without a decision", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* requested(owner, "undecided.slow")
        yield* passDays(4)
        assert.isTrue(yield* isOwned("undecided.slow"))
        yield* passDays(1)
        assert.isFalse(yield* isOwned("undecided.slow"))
        assert.deepStrictEqual(yield* transfersOf(owner, domain), [
          "OUTBOUND_TRANSFER/NOTIFICATION",
          "OUTBOUND_TRANSFER/SUCCESS"
        ])
      }))

    it.effect("end if the other registrar cancels its request", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* requested(owner, "spared.slow")
        const other = yield* rival("slow-registry")
        yield* other.cancelTransfer(yield* command(domain))
        yield* round
        assert.notInclude((yield* domainNow(owner, domain)).registry_statuses, "pendingTransfer")
        assert.deepStrictEqual(yield* statusTagsOf(domain), [])
        assert.strictEqual((yield* Effect.flip(decide(owner, domain, "reject")))._tag, "TransferRefused")
        assert.deepStrictEqual(yield* transfersOf(owner, domain), [
          "OUTBOUND_TRANSFER/NOTIFICATION",
          "OUTBOUND_TRANSFER/CANCELED"
        ])
      }))

    it.effect("end with one event if a synchronisation precedes the message that the request is cancelled", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* requested(owner, "synchronised.slow")
        const other = yield* rival("slow-registry")
        yield* other.cancelTransfer(yield* command(domain))
        yield* DomainChanges.use(({ makeDue }) => makeDue(domain.domain_id))
        yield* advance(domain.name)
        const ended = ["OUTBOUND_TRANSFER/NOTIFICATION", "OUTBOUND_TRANSFER/CANCELED"]
        assert.deepStrictEqual(yield* transfersOf(owner, domain), ended)
        yield* round
        assert.deepStrictEqual(yield* statusTagsOf(domain), [])
        assert.deepStrictEqual(yield* transfersOf(owner, domain), ended)
      }))

    it.effect("cannot be decided if nothing is pending, or the registry accepts no decision", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const calm = yield* register(owner, "calm-out.slow")
        assert.strictEqual((yield* Effect.flip(decide(owner, calm, "approve")))._tag, "TransferRefused")
        const arriving = yield* transferIn(owner, "arriving.slow")
        assert.strictEqual((yield* Effect.flip(decide(owner, arriving, "reject")))._tag, "TransferRefused")
        const silent = yield* requested(owner, "silent-out.mute")
        for (const action of ["approve", "reject"] as const) {
          assert.strictEqual((yield* Effect.flip(decide(owner, silent, action)))._tag, "RegistryPolicyRefused")
        }
      }))

    it.effect("can be decided by a parent organization, but not by others", () =>
      Effect.gen(function*() {
        const parent = yield* customer()
        const branch = yield* suborganization(parent)
        const domain = yield* requested(branch, "branched.slow")
        const stranger = yield* customer()
        assert.strictEqual((yield* Effect.flip(decide(stranger, domain, "approve")))._tag, "DomainNotFound")
        yield* decide(parent, domain, "reject")
        assert.notInclude((yield* domainNow(branch, domain)).registry_statuses, "pendingTransfer")
      }))

    it.effect("that the registry has approved meanwhile cannot be rejected", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* requested(owner, "outrun.slow")
        yield* TestClock.adjust("5 days")
        const refused = yield* Effect.flip(decide(owner, domain, "reject"))
        assert.strictEqual(refused._tag, "RegistryPolicyRefused")
        yield* round
        assert.isFalse(yield* isOwned(String(DomainName.make("outrun.slow"))))
        assert.deepStrictEqual((yield* transfersOf(owner, domain)).filter((event) => !event.endsWith("FAILURE")), [
          "OUTBOUND_TRANSFER/NOTIFICATION",
          "OUTBOUND_TRANSFER/SUCCESS"
        ])
      }))
  })
}
