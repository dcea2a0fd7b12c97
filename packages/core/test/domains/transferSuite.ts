import { assert, layer } from "@effect/vitest"
import { type Domain, Transfers } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { newCommandId, RegistryRefusal, RegistrySimulator } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import {
  anotherContact,
  asOneRequest,
  atRegistry,
  balanceOf,
  chargesOf,
  type Customer,
  customer,
  daysBetween,
  domainNow,
  eventListOf,
  eventsOf,
  isOwned,
  openIntents,
  ownedByRival,
  passDays,
  register,
  requestAway,
  round,
  statusTagsOf,
  suborganization,
  transferIn
} from "./DomainsPlatform.ts"

const cancel = Effect.fnUntraced(function*(owner: Customer, { domain_id }: Domain) {
  const transfers = yield* Transfers
  yield* owner.act(transfers.cancel(domain_id))
})

export const transfersOf = (owner: Customer, { domain_id }: Domain) =>
  Effect.map(eventsOf(owner, domain_id), (events) => events.filter((event) => event.includes("TRANSFER")))

export const command = (domain: Domain) => Effect.map(newCommandId, (command_id) => ({ command_id, name: domain.name }))

const code = "Rivals-Code-12"

export const transferSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Inbound transfers (${name})`, (it) => {
    it.effect("are pending until the registry approves, and apply the whole request", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const technician = yield* anotherContact(owner)
        const pending = yield* transferIn(owner, "coming.slow", {
          contacts: { registrant: owner.contact_id, admin: owner.contact_id, tech: technician },
          nameservers: ["ns1.example.net", "ns2.example.net"]
        })
        assert.deepStrictEqual(pending.registry_statuses, ["pendingTransfer"])
        assert.deepStrictEqual([pending.roid, pending.registered_on, pending.expires_on], ["", null, null])
        assert.deepStrictEqual(yield* statusTagsOf(pending), ["INBOUND_TRANSFER_PENDING"])
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer pending 29.90"])
        yield* passDays(4)
        assert.deepStrictEqual((yield* domainNow(owner, pending)).registry_statuses, ["pendingTransfer"])
        yield* passDays(1)
        const arrived = yield* domainNow(owner, pending)
        assert.include(arrived.registry_statuses, "transferPeriod")
        assert.notInclude(arrived.registry_statuses, "pendingTransfer")
        assert.isNotNull(arrived.registered_on)
        assert.isNotNull(arrived.transferred_on)
        assert.isAbove(daysBetween(arrived.transferred_on, arrived.expires_on), 365)
        assert.deepStrictEqual(yield* statusTagsOf(arrived), [])
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer succeeded 29.90"])
        assert.deepStrictEqual(yield* transfersOf(owner, arrived), [
          "INBOUND_TRANSFER/NOTIFICATION",
          "INBOUND_TRANSFER/SUCCESS"
        ])
        yield* round
        const settled = yield* domainNow(owner, pending)
        const seen = yield* atRegistry(settled)
        assert.deepStrictEqual(yield* openIntents(settled), [])
        assert.sameMembers((seen?.contacts ?? []).map(({ type }) => type), ["registrant", "admin", "tech"])
        assert.strictEqual(new Set((seen?.contacts ?? []).map(({ handle }) => handle)).size, 2)
        assert.sameMembers((seen?.nameservers ?? []).map(({ hostname }) => String(hostname)), [
          "ns1.example.net",
          "ns2.example.net"
        ])
        assert.notStrictEqual(settled.auth_code, "Transfer-Code-1")
        assert.strictEqual(settled.auth_code, seen?.auth_code)
        assert.include(yield* eventsOf(owner, settled.domain_id), "MODIFICATION/SUCCESS")
      }))

    it.effect("are requested once in repeated attempts of a request", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const tried = yield* asOneRequest(transferIn(owner, "tried.slow"))
        const first = yield* tried
        assert.deepStrictEqual(yield* tried, first)
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer pending 29.90"])
      }))

    it.effect("complete at once if the registry needs no approval, and cost the years that they add", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* transferIn(owner, "quick.swift")
        assert.include(domain.registry_statuses, "transferPeriod")
        assert.notStrictEqual(domain.roid, "")
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer succeeded 59.80"])
        assert.deepStrictEqual(yield* transfersOf(owner, domain), ["INBOUND_TRANSFER/SUCCESS"])
      }))

    it.effect("keep the nameservers at the registry by default, and need no contacts if the TLD transfers none", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        yield* ownedByRival("kept.slow", "slow-registry", code)
        const pending = yield* transferIn(owner, "kept.slow", { auth_code: code })
        yield* passDays(6)
        const arrived = yield* domainNow(owner, pending)
        assert.deepStrictEqual(arrived.nameservers.map(({ hostname }) => String(hostname)), ["ns1.rival.example"])
        const british = yield* transferIn(owner, "tea.co.uk", { auth_code: "", contacts: null })
        assert.deepStrictEqual(british.contacts, [])
      }))

    it.effect("change contacts and code at the registry, if recovery runs once a day", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        yield* ownedByRival("daily.slow", "slow-registry", code)
        const nameservers = ["ns1.example.net", "ns2.example.net"]
        const pending = yield* transferIn(owner, "daily.slow", { auth_code: code, nameservers })
        yield* passDays(9)
        const arrived = yield* domainNow(owner, pending)
        assert.deepStrictEqual(yield* openIntents(arrived), [])
        const events = yield* eventListOf(owner, pending.domain_id)
        assert.deepStrictEqual(events.filter(({ subtype }) => subtype === "FAILURE").map((e) => e.event_data.error), [])
        assert.deepStrictEqual(arrived.nameservers.map(({ hostname }) => String(hostname)), nameservers)
        const seen = yield* atRegistry(arrived)
        assert.lengthOf(seen?.nameservers ?? [], 2)
        assert.sameMembers(seen?.contacts.map(({ type }) => type) ?? [], ["registrant", "admin", "tech"])
      }))

    it.effect("leave only an event if the losing registrar rejects them", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const other = yield* ownedByRival("refused.slow", "slow-registry", code)
        const pending = yield* transferIn(owner, "refused.slow", { auth_code: code })
        yield* other.rejectTransfer(yield* command(pending))
        yield* round
        assert.isFalse(yield* isOwned("refused.slow"))
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer failed 29.90"])
        assert.strictEqual(yield* balanceOf(owner), 100_000)
        const last = (yield* eventListOf(owner, pending.domain_id)).at(-1)
        assert.deepInclude(last, { type: "INBOUND_TRANSFER", subtype: "FAILURE" })
        assert.include(last?.event_data.error?.detail, "clientRejected")
        const again = yield* transferIn(owner, "refused.slow", { auth_code: code })
        yield* other.approveTransfer(yield* command(again))
        yield* round
        assert.include((yield* domainNow(owner, again)).registry_statuses, "transferPeriod")
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer failed 29.90", "transfer succeeded 29.90"])
      }))

    it.effect("are refused for a missing or wrong auth code", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        for (const auth_code of [null, ""]) {
          const missing = yield* Effect.flip(transferIn(owner, "nocode.slow", { auth_code }))
          assert.strictEqual(missing._tag, "AuthCodeMalformed")
        }
        const short = yield* Effect.flip(transferIn(owner, "nocode.slow", { auth_code: "short1" }))
        assert.strictEqual(short._tag, "PolicyViolation")
        yield* ownedByRival("wrongcode.slow", "slow-registry", code)
        const wrong = yield* Effect.flip(transferIn(owner, "wrongcode.slow", { auth_code: "Another-Code-1" }))
        assert.strictEqual(wrong._tag, "AuthCodeWrong")
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer failed 29.90"])
        assert.isFalse(yield* isOwned("wrongcode.slow"))
      }))

    it.effect("are refused if the name is locked, does not exist or is already here", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const branch = yield* suborganization(owner)
        assert.deepInclude(yield* Effect.flip(transferIn(owner, "transferlock-name.com")), {
          _tag: "TransferNotAllowed",
          reason: "2304 Object status prohibits operation: serverTransferProhibited"
        })
        yield* ownedByRival("fresh.com", "verisign", code)
        const fresh = yield* Effect.flip(transferIn(owner, "fresh.com", { auth_code: code }))
        assert.strictEqual(fresh._tag, "TransferNotAllowed")
        const absent = yield* Effect.flip(transferIn(owner, "a.brussels", { period: null }))
        assert.strictEqual(absent._tag, "TransferRefused")
        yield* register(branch, "ours.com")
        assert.strictEqual((yield* Effect.flip(transferIn(branch, "ours.com")))._tag, "TransferAlreadyOwned")
        assert.strictEqual((yield* Effect.flip(transferIn(owner, "ours.com")))._tag, "TransferInternal")
        assert.strictEqual((yield* Effect.flip(transferIn(owner, "name.unsold")))._tag, "TldNotAvailable")
      }))

    it.effect("report every violated rule of the TLD", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const refused = yield* Effect.flip(transferIn(owner, "rules.slow", {
          contacts: null,
          period: { unit: "y", value: 3 },
          auth_code: "short1"
        }))
        const pointers = refused._tag === "PolicyViolation" ? refused.errors.map(({ pointer }) => pointer) : []
        assert.includeMembers(pointers, [
          "period",
          "contacts.registrant",
          "contacts.admin",
          "contacts.tech",
          "auth_code"
        ])
      }))

    it.effect("are requested once in concurrent requests", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const answers = yield* Effect.all(
          [1, 2, 3].map(() => Effect.result(transferIn(owner, "thrice.slow"))),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(answers.filter(({ _tag }) => _tag === "Success").length, 1)
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer pending 29.90"])
      }))

    it.effect("remain completed if the registry refuses the update that follows", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        const fault = new RegistryRefusal({ reason: "policy", result_code: 2306, text: "No" })
        yield* faults.inject({ method: "updateDomain", fault, object: "followed.swift" })
        const domain = yield* transferIn(owner, "followed.swift", { nameservers: ["ns1.example.net"] })
        yield* round
        assert.deepStrictEqual(yield* openIntents(domain), [])
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer succeeded 59.80"])
        assert.include(yield* eventsOf(owner, domain.domain_id), "MODIFICATION/FAILURE")
      }))
  })

  layer(platform)(`Canceled inbound transfers (${name})`, (it) => {
    it.effect("are canceled once in repeated attempts, which do not affect a later transfer of the name", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const transfers = yield* Transfers
        yield* transferIn(owner, "regret-once.slow")
        const attempt = yield* asOneRequest(owner.act(transfers.cancel(DomainName.make("regret-once.slow"))))
        yield* attempt
        yield* attempt
        yield* TestClock.adjust("1 hour")
        const later = yield* transferIn(owner, "regret-once.slow")
        yield* attempt
        assert.strictEqual((yield* domainNow(owner, later)).domain_id, later.domain_id)
      }))

    it.effect("release the charge and remove the domain", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const pending = yield* transferIn(owner, "regret.slow")
        yield* cancel(owner, pending)
        assert.isFalse(yield* isOwned("regret.slow"))
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer canceled 29.90"])
        assert.strictEqual(yield* balanceOf(owner), 100_000)
        yield* round
        assert.deepStrictEqual(yield* transfersOf(owner, pending), [
          "INBOUND_TRANSFER/NOTIFICATION",
          "INBOUND_TRANSFER/CANCELED"
        ])
        const { registry } = yield* RegistrySimulator
        const transfer = yield* registry("slow-registry").queryTransfer(pending.name)
        assert.strictEqual(Option.getOrThrow(transfer).status, "clientCancelled")
        assert.deepStrictEqual((yield* transferIn(owner, "regret.slow")).registry_statuses, ["pendingTransfer"])
      }))

    it.effect("send no command under .uk, where the registry has no request", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        const pending = yield* transferIn(owner, "regret.co.uk", { auth_code: null, contacts: null })
        const fault = new RegistryRefusal({ reason: "unsupported", result_code: 2101, text: "Unimplemented command" })
        yield* faults.inject({ method: "cancelTransfer", fault })
        yield* cancel(owner, pending)
        yield* faults.clear
        assert.isFalse(yield* isOwned("regret.co.uk"))
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer canceled 1.90"])
      }))

    it.effect("are refused if nothing is pending", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const registered = yield* register(owner, "calm.slow")
        assert.strictEqual((yield* Effect.flip(cancel(owner, registered)))._tag, "TransferNotPending")
        yield* requestAway(registered)
        yield* round
        assert.strictEqual((yield* Effect.flip(cancel(owner, registered)))._tag, "TransferNotPending")
        const creating = yield* register(owner, "pending-calm.com")
        assert.strictEqual((yield* Effect.flip(cancel(owner, creating)))._tag, "TransferNotPending")
      }))

    it.effect("are refused after the registry's approval, even before its message is read", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const pending = yield* transferIn(owner, "toolate.slow")
        yield* TestClock.adjust("5 days")
        assert.strictEqual((yield* Effect.flip(cancel(owner, pending)))._tag, "TransferNotPending")
        yield* round
        assert.include((yield* domainNow(owner, pending)).registry_statuses, "transferPeriod")
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer succeeded 29.90"])
        assert.notInclude(yield* eventsOf(owner, pending.domain_id), "INBOUND_TRANSFER/CANCELED")
      }))
  })

  layer(platform)(`Transfers under .uk (${name})`, (it) => {
    it.effect("wait until the losing registrar pushes the name", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const other = yield* ownedByRival("handed.co.uk", "nominet", null)
        const pending = yield* transferIn(owner, "handed.co.uk", { auth_code: null, contacts: null })
        yield* passDays(3)
        assert.deepStrictEqual((yield* domainNow(owner, pending)).registry_statuses, ["pendingTransfer"])
        yield* other.releaseDomain({ ...(yield* command(pending)), recipient: "platform", keep_delegation: true })
        yield* round
        const arrived = yield* domainNow(owner, pending)
        assert.notInclude(arrived.registry_statuses, "pendingTransfer")
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer succeeded 1.90"])
      }))

    it.effect("expire without a push, and cost nothing", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        yield* ownedByRival("ignored.co.uk", "nominet", null)
        const pending = yield* transferIn(owner, "ignored.co.uk", { auth_code: null, contacts: null })
        yield* TestClock.adjust("31 days")
        yield* round
        assert.isFalse(yield* isOwned("ignored.co.uk"))
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer failed 1.90"])
        assert.include(yield* eventsOf(owner, pending.domain_id), "INBOUND_TRANSFER/FAILURE")
      }))
  })
}
