import { assert, layer } from "@effect/vitest"
import { DomainStore, DomainUpdates } from "@namewright/core/domains"
import { layerPlatform } from "@namewright/core/embed"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { again, onlyJob, run, running } from "../jobs/CommandBench.ts"
import { renew } from "./domainRequests.ts"
import {
  advanceDue,
  anotherContact,
  chargesOf,
  customer,
  day,
  daysBetween,
  domainNow,
  eventsOf,
  openIntents,
  passDays,
  register,
  updateOf
} from "./DomainsPlatform.ts"
import { hourLater } from "./hourLater.ts"
import { unusualRegistries } from "./unusualRegistries.ts"

const unusual = unusualRegistries()
const platform = Layer.orDie(
  layerPlatform({ storage: memoryDatabase(), registries: unusual.registries })
)

layer(platform)("A registry that decides later", (it) => {
  it.effect("completes a job of an update when it accepts the update, in every run of the job", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const other = yield* anotherContact(owner)
      const domain = yield* register(owner, "thought-job.com")
      const job = yield* owner.act(Effect.flatMap(
        onlyJob("domain_update", {
          domain_id: domain.domain_id,
          contacts: { admin: other },
          status_changes: { add: ["clientHold"] },
          renewal_mode: "expire"
        }),
        (planned) => running(planned)
      ))
      const result = yield* owner.act(run(job))
      assert.deepStrictEqual(result, { type: "domain_update", domain_id: domain.domain_id })
      assert.deepStrictEqual(yield* owner.act(run(again(job))), result)
      assert.deepStrictEqual(yield* openIntents(domain), ["domain.update accepted"])
      yield* unusual.decide(domain.name, true)
      yield* hourLater
      assert.deepStrictEqual(yield* owner.act(run(again(job))), result)
      const events = yield* eventsOf(owner, domain.domain_id)
      assert.deepStrictEqual(events, ["REGISTRATION/SUCCESS", "MODIFICATION/SUCCESS"])
      assert.include((yield* domainNow(owner, domain)).registry_statuses, "clientHold")
    }))

  it.effect("has its updates shown when accepted, and stored when approved", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const updates = yield* DomainUpdates
      const other = yield* anotherContact(owner)
      const domain = yield* register(owner, "thought-agreed.com")
      const request = updateOf({ contacts: { admin: other }, nameservers: ["ns1.example.net"], renewal_mode: "expire" })
      const pending = yield* owner.act(updates.update(domain.name, request))
      assert.include(pending.registry_statuses, "pendingUpdate")
      assert.deepStrictEqual(pending.nameservers.map(({ hostname }) => String(hostname)), ["ns1.example.net"])
      assert.deepStrictEqual(yield* openIntents(domain), ["domain.update accepted"])
      yield* hourLater
      assert.include((yield* domainNow(owner, domain)).registry_statuses, "pendingUpdate")
      yield* unusual.decide(domain.name, true)
      yield* hourLater
      const changed = yield* domainNow(owner, domain)
      assert.notInclude(changed.registry_statuses, "pendingUpdate")
      assert.strictEqual(changed.renewal_mode, "expire")
      assert.deepInclude(changed.contacts, { contact_id: other, contact_type: "admin" })
      assert.deepStrictEqual(yield* openIntents(domain), [])
      assert.include(yield* eventsOf(owner, domain.domain_id), "MODIFICATION/SUCCESS")
    }))

  it.effect("has all values of a rejected update restored", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const updates = yield* DomainUpdates
      const other = yield* anotherContact(owner)
      const domain = yield* register(owner, "thought-denied.com")
      const request = updateOf({ contacts: { admin: other }, nameservers: ["ns1.example.net"], renewal_mode: "expire" })
      yield* owner.act(updates.update(domain.name, request))
      yield* unusual.decide(domain.name, false)
      yield* hourLater
      yield* hourLater
      const kept = yield* domainNow(owner, domain)
      assert.deepStrictEqual(kept.contacts, domain.contacts)
      assert.deepStrictEqual(kept.nameservers, [])
      assert.strictEqual(kept.renewal_mode, "renew")
      assert.deepStrictEqual(kept.registry_statuses, domain.registry_statuses)
      assert.include(yield* eventsOf(owner, domain.domain_id), "MODIFICATION/FAILURE")
    }))

  it.effect("has a renewal charged on approval, and only once if a synchronisation sees it first", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "thought-renewed.com")
      const pending = yield* renew(owner, domain)
      assert.include(pending.registry_statuses, "pendingRenew")
      assert.strictEqual(day(pending.expires_on), day(domain.expires_on))
      assert.strictEqual((yield* Effect.flip(renew(owner, domain)))._tag, "DomainStatusProhibited")
      yield* unusual.decide(domain.name, true)
      yield* TestClock.adjust("6 days")
      yield* advanceDue
      assert.isNull((yield* domainNow(owner, domain)).unpaid_renewal_on)
      yield* passDays(3)
      const renewed = yield* domainNow(owner, domain)
      assert.approximately(daysBetween(domain.registered_on, renewed.expires_on), 730, 1)
      assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 9.90"])
    }))

  it.effect("has no second order for a renewal that it considers, although its status is not shown", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "thought-shown.com")
      yield* renew(owner, domain)
      yield* DomainStore.use((store) =>
        store.change(domain.domain_id, (current) => Effect.succeed({ ...current, registry_statuses: [] }))
      )
      assert.strictEqual((yield* Effect.flip(renew(owner, domain)))._tag, "OperationInProgress")
      assert.deepStrictEqual(yield* openIntents(domain), ["domain.renew accepted"])
      assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew pending 9.90"])
      yield* unusual.decide(domain.name, true)
      yield* hourLater
      assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 9.90"])
    }))

  it.effect("has no charge for a rejected renewal", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "thought-norenewal.com")
      yield* renew(owner, domain)
      yield* unusual.decide(domain.name, false)
      yield* hourLater
      yield* hourLater
      const kept = yield* domainNow(owner, domain)
      assert.notInclude(kept.registry_statuses, "pendingRenew")
      assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew failed 9.90"])
    }))
})

layer(platform)("A command that arrives after the next query", (it) => {
  it.effect("completes the renewal, which the repeat does not do again", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "in-time.com")
      assert.strictEqual(domain.name, "in-time.com")
      const registered = yield* register(owner, "late-name.com")
      assert.notStrictEqual(registered.roid, "")
      const renewed = yield* renew(owner, registered)
      assert.approximately(daysBetween(registered.registered_on, renewed.expires_on), 730, 1)
      yield* hourLater
      assert.deepStrictEqual(yield* chargesOf(owner, "late-name.com"), [
        "create succeeded 9.50",
        "renew succeeded 9.90"
      ])
      assert.deepStrictEqual(yield* eventsOf(owner, registered.domain_id), [
        "REGISTRATION/SUCCESS",
        "RENEWAL/SUCCESS"
      ])
    }))
})
