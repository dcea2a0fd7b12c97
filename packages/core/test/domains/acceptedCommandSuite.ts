import { assert, layer } from "@effect/vitest"
import { type Domain, DomainDnssec, ReplaceDnssecData } from "@namewright/core/domains"
import { layerPlatform, type Storage } from "@namewright/core/embed"
import { Hosts, type IpAddress } from "@namewright/core/hosts"
import { RegistryIntents, RegistryIntentStore, RegistrySimulator } from "@namewright/core/registry"
import { DomainName, Hostname, Instant } from "@namewright/core/shared"
import { Duration, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { ds } from "./dnssecSuite.ts"
import { remove, renew, restore, settled, update } from "./domainRequests.ts"
import {
  advanceDue,
  anotherContact,
  chargesOf,
  type Customer,
  customer,
  daysBetween,
  domainNow,
  eventsOf,
  isOwned,
  openIntents,
  ownedByRival,
  passDays,
  register,
  round,
  transferIn
} from "./DomainsPlatform.ts"
import { hourLater } from "./hourLater.ts"
import { testTlds } from "./testTlds.ts"
import { unseenReviews } from "./unseenReviews.ts"

/** Newest charge of a customer. */
const newestCharge = (owner: Customer) => Effect.map(chargesOf(owner), (charges) => charges.at(-1))

const eventsSince = (owner: Customer, domain: Domain, before: ReadonlyArray<string>) =>
  Effect.map(eventsOf(owner, domain.domain_id), (events) => events.slice(before.length))

const rule = Effect.fnUntraced(function*({ name }: Domain, ruling: "done" | "undone") {
  const intents = yield* RegistryIntents
  const waiting = (yield* intents.escalated(1000)).find(({ object_name }) => object_name === name)
  assert.isDefined(waiting)
  yield* intents.rule(waiting.intent_id, ruling)
  yield* round
})

const replaceKeys = Effect.fnUntraced(function*(owner: Customer, { name }: Domain, keyTags: ReadonlyArray<number>) {
  const dnssec = yield* DomainDnssec
  const data = Schema.decodeUnknownSync(ReplaceDnssecData)(keyTags.map((tag) => ds(tag)))
  yield* owner.act(dnssec.replace(name, data))
})

const keysOf = Effect.fnUntraced(function*(owner: Customer, { name }: Domain) {
  const entries = yield* owner.act((yield* DomainDnssec).list(name))
  return entries.map(({ key_tag }) => key_tag)
})

const adminOf = ({ contacts }: Domain) => contacts.find(({ contact_type }) => contact_type === "admin")?.contact_id

const address = (text: string) => text as IpAddress

/** Deleted domain that can be restored. */
const deleted = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const domain = yield* settled(owner, name)
  yield* remove(owner, domain)
  assert.include((yield* domainNow(owner, domain)).registry_statuses, "redemptionPeriod")
  return domain
})

/** `lags`: delays of the registries' queries behind their commands. */
export const acceptedCommandSuite = (
  name: string,
  storage: Layer.Layer<Storage, unknown>,
  lags: ReadonlyArray<Duration.Duration>
) => {
  for (const lag of lags) {
    const unseen = unseenReviews(lag)
    const platform = Layer.orDie(layerPlatform({ storage, tlds: testTlds, registries: unseen.registries }))
    const label = `that is accepted and not shown, looks ${Duration.format(lag)} behind (${name})`

    const carriedOut = Effect.fnUntraced(function*({ name: domain_name }: Pick<Domain, "name">) {
      yield* unseen.carryOut(domain_name)
      yield* hourLater
      yield* hourLater
    })

    layer(platform)(`A renewal ${label}`, (it) => {
      const assertPending = Effect.fnUntraced(function*(owner: Customer, domain: Domain) {
        assert.deepStrictEqual(yield* openIntents(domain), ["domain.renew accepted"])
        assert.include((yield* domainNow(owner, domain)).registry_statuses, "pendingRenew")
        assert.strictEqual(yield* newestCharge(owner), "renew pending 9.90")
      })

      const renewing = Effect.fnUntraced(function*(label: string) {
        const owner = yield* customer()
        const domain = yield* register(owner, `unseen-renew-${label}.com`)
        yield* Effect.exit(renew(owner, domain))
        yield* hourLater
        yield* assertPending(owner, domain)
        return { owner, domain }
      })

      it.effect("stays pending and paid for days, and is done when the registry shows it", () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* renewing("shown")
          yield* passDays(6)
          yield* assertPending(owner, domain)
          yield* carriedOut(domain)
          assert.strictEqual(yield* newestCharge(owner), "renew succeeded 9.90")
          const renewed = yield* domainNow(owner, domain)
          assert.approximately(daysBetween(domain.expires_on, renewed.expires_on), 365, 1)
          assert.strictEqual(unseen.sentFor(domain.name), 1)
        }))

      it.effect("is done after the message that it is approved, although it is not shown at once", () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* renewing("approved")
          yield* unseen.announce(domain, true)
          yield* round
          yield* hourLater
          yield* assertPending(owner, domain)
          yield* carriedOut(domain)
          assert.strictEqual(yield* newestCharge(owner), "renew succeeded 9.90")
        }))

      for (const failures of [0, 1]) {
        it.effect(`is refunded after the message that it is rejected, when ${failures} queries fail`, () =>
          Effect.gen(function*() {
            const { domain, owner } = yield* renewing(`rejected-${failures}`)
            yield* unseen.announce(domain, false)
            yield* unseen.failLookUps(domain.name, failures)
            yield* round
            yield* hourLater
            yield* hourLater
            assert.deepStrictEqual(yield* openIntents(domain), [])
            assert.strictEqual(yield* newestCharge(owner), "renew failed 9.90")
            assert.notInclude((yield* domainNow(owner, domain)).registry_statuses, "pendingRenew")
          }))
      }

      it.effect("is unchanged if a message rejects another command", () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* renewing("mistaken")
          yield* unseen.announce(domain, false, "another-command")
          yield* hourLater
          yield* assertPending(owner, domain)
          const [open] = yield* (yield* RegistryIntentStore).ofObject(domain.domain_id)
          assert.isDefined(open)
          assert.isNull(open.decision)
        }))

      it.effect("is left to an operator after seven days, with its money, and ends as the operator says", () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* renewing("overdue")
          yield* passDays(9)
          yield* assertPending(owner, domain)
          yield* rule(domain, "undone")
          assert.strictEqual(yield* newestCharge(owner), "renew failed 9.90")
        }))

      it.effect("waits for the decision after the repeat of a lost command is refused because of a status", () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* renewing("lost")
          assert.strictEqual(unseen.sentFor(domain.name), 2)
          yield* carriedOut(domain)
          assert.strictEqual(yield* newestCharge(owner), "renew succeeded 9.90")
        }))

      it.effect("is refunded when its domain is gone", () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* renewing("gone")
          const { registry } = yield* RegistrySimulator
          const backend = registry(domain.registry)
          const command_id = (yield* (yield* RegistryIntentStore).ofObject(domain.domain_id))[0]?.command_id
          assert.isDefined(command_id)
          yield* backend.deleteDomain({ command_id, name: domain.name })
          yield* hourLater
          yield* hourLater
          assert.include(yield* chargesOf(owner), "renew failed 9.90")
        }))
    })

    layer(platform)(`A restore ${label}`, (it) => {
      const restoring = Effect.fnUntraced(function*(label: string) {
        const owner = yield* customer()
        const domain = yield* deleted(owner, `unseen-restore-${label}.com`)
        yield* restore(owner, domain)
        yield* hourLater
        yield* assertPending(owner, domain)
        return { owner, domain }
      })

      const restoresOf = (owner: Customer) =>
        Effect.map(chargesOf(owner), (charges) => charges.filter((charge) => charge.startsWith("restore")))

      const assertPending = Effect.fnUntraced(function*(owner: Customer, domain: Domain) {
        assert.deepStrictEqual(yield* openIntents(domain), ["domain.restore accepted"])
        assert.deepStrictEqual(yield* restoresOf(owner), ["restore pending 75.00"])
      })

      it.effect("stays pending and paid for days, and is done when the registry shows it", () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* restoring("shown")
          yield* passDays(5)
          yield* assertPending(owner, domain)
          yield* carriedOut(domain)
          assert.deepStrictEqual(yield* restoresOf(owner), ["restore succeeded 75.00"])
          assert.isNull((yield* domainNow(owner, domain)).canceled_on)
          assert.strictEqual(unseen.sentFor(domain.name), 1)
        }))

      it.effect("is refunded after the message that it is rejected", () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* restoring("rejected")
          yield* unseen.announce(domain, false)
          yield* round
          yield* hourLater
          yield* hourLater
          assert.deepStrictEqual(yield* restoresOf(owner), ["restore failed 75.00"])
          assert.include((yield* domainNow(owner, domain)).registry_statuses, "redemptionPeriod")
        }))

      it.effect("is left to an operator after seven days, and refunded when the registry has purged the name", () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* restoring("overdue")
          yield* passDays(9)
          yield* assertPending(owner, domain)
          yield* TestClock.adjust("40 days")
          yield* hourLater
          assert.deepStrictEqual(yield* restoresOf(owner), ["restore failed 75.00"])
        }))

      it.effect("is done when an operator has found out that it was carried out and the registry shows it", () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* restoring("ruled")
          yield* passDays(9)
          yield* unseen.carryOut(domain.name)
          yield* TestClock.adjust("2 minutes")
          yield* rule(domain, "done")
          assert.deepStrictEqual(yield* restoresOf(owner), ["restore succeeded 75.00"])
        }))
    })

    layer(platform)(`An update ${label}`, (it) => {
      const updating = Effect.fnUntraced(function*(label: string) {
        const owner = yield* customer()
        const domain = yield* register(owner, `unseen-update-${label}.com`)
        const before = yield* eventsOf(owner, domain.domain_id)
        const admin = yield* anotherContact(owner)
        yield* update(owner, domain, { contacts: { admin }, renewal_mode: "expire" })
        yield* hourLater
        yield* assertPending(owner, domain)
        return { owner, domain, admin, before }
      })

      const assertPending = Effect.fnUntraced(function*(owner: Customer, domain: Domain) {
        assert.deepStrictEqual(yield* openIntents(domain), ["domain.update accepted"])
        assert.include((yield* domainNow(owner, domain)).registry_statuses, "pendingUpdate")
      })

      it.effect("of contacts is not done before the registry shows them, and keeps its status in a synchronisation", () =>
        Effect.gen(function*() {
          const { admin, before, domain, owner } = yield* updating("contacts")
          yield* unseen.enqueue(domain.registry, {
            _tag: "ChangedByRegistry",
            name: domain.name,
            statuses: [],
            reason: "Nothing"
          })
          yield* hourLater
          yield* advanceDue
          yield* assertPending(owner, domain)
          yield* carriedOut(domain)
          const changed = yield* domainNow(owner, domain)
          assert.strictEqual(adminOf(changed), admin)
          assert.notInclude(changed.registry_statuses, "pendingUpdate")
          assert.deepStrictEqual(yield* eventsSince(owner, domain, before), [
            "MODIFICATION/NOTIFICATION",
            "MODIFICATION/SUCCESS"
          ])
        }))

      it.effect("is undone after the message that it is rejected", () =>
        Effect.gen(function*() {
          const { before, domain, owner } = yield* updating("rejected")
          yield* unseen.announce(domain, false)
          yield* round
          yield* hourLater
          yield* hourLater
          const kept = yield* domainNow(owner, domain)
          assert.deepStrictEqual([kept.contacts, kept.renewal_mode], [domain.contacts, domain.renewal_mode])
          assert.notInclude(kept.registry_statuses, "pendingUpdate")
          assert.deepStrictEqual(yield* eventsSince(owner, domain, before), ["MODIFICATION/FAILURE"])
        }))

      it.effect("is undone after seven days without a decision", () =>
        Effect.gen(function*() {
          const { before, domain, owner } = yield* updating("overdue")
          yield* passDays(6)
          yield* assertPending(owner, domain)
          yield* passDays(3)
          assert.strictEqual(adminOf(yield* domainNow(owner, domain)), adminOf(domain))
          assert.deepStrictEqual(yield* eventsSince(owner, domain, before), ["MODIFICATION/FAILURE"])
        }))

      it.effect("that is rejected, of two, does not restore values that the later one has changed", () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* updating("twice")
          const [first] = yield* (yield* RegistryIntentStore).ofObject(domain.domain_id)
          assert.isDefined(first)
          const second = yield* anotherContact(owner)
          yield* update(owner, domain, { contacts: { admin: second } })
          yield* unseen.announce(domain, false, null)
          yield* round
          assert.deepStrictEqual(yield* openIntents(domain), ["domain.update accepted", "domain.update accepted"])
          yield* unseen.announce(domain, false, first.command_id)
          yield* round
          yield* carriedOut(domain)
          const changed = yield* domainNow(owner, domain)
          assert.deepStrictEqual(yield* openIntents(domain), [])
          assert.deepStrictEqual([adminOf(changed), changed.renewal_mode], [second, domain.renewal_mode])
        }))

      for (const isApproved of [true, false]) {
        it.effect(`of an auth code alone is ${isApproved ? "done" : "put back"} after the message of the registry`, () =>
          Effect.gen(function*() {
            const owner = yield* customer()
            const domain = yield* register(owner, `unseen-update-code-${isApproved ? "taken" : "left"}.com`)
            const before = yield* eventsOf(owner, domain.domain_id)
            yield* update(owner, domain, { auth_code: "Another-Code-1" })
            yield* unseen.show(domain.name, { auth_code: null })
            yield* passDays(3)
            yield* assertPending(owner, domain)
            yield* unseen.announce(domain, isApproved)
            yield* round
            yield* hourLater
            const { auth_code } = yield* domainNow(owner, domain)
            assert.strictEqual(auth_code, isApproved ? "Another-Code-1" : domain.auth_code)
            assert.deepStrictEqual(yield* eventsSince(owner, domain, before), [
              isApproved ? "MODIFICATION/SUCCESS" : "MODIFICATION/FAILURE"
            ])
          }))
      }

      it.effect("of DNSSEC data is done when the registry shows them, and refused after seven days", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const [taken, left] = [
            yield* register(owner, "unseen-update-keys-taken.com"),
            yield* register(owner, "unseen-update-keys-left.com")
          ]
          yield* Effect.forEach([taken, left], (domain) => replaceKeys(owner, domain, [7]))
          yield* passDays(5)
          yield* unseen.carryOut(taken.name)
          assert.deepStrictEqual(yield* openIntents(left), ["domain.dnssec accepted"])
          yield* passDays(4)
          assert.deepStrictEqual([yield* keysOf(owner, taken), yield* keysOf(owner, left)], [[7], []])
          assert.deepStrictEqual([yield* openIntents(taken), yield* openIntents(left)], [[], []])
          assert.include(yield* eventsOf(owner, taken.domain_id), "MODIFICATION/SUCCESS")
          assert.include(yield* eventsOf(owner, left.domain_id), "MODIFICATION/FAILURE")
        }))
    })

    layer(platform)(`A transfer ${label}`, (it) => {
      const coming = Effect.fnUntraced(function*(label: string) {
        const owner = yield* customer()
        const name = DomainName.make(`${label}-unseen-transfer.slow`)
        yield* ownedByRival(name, "slow-registry", "Transfer-Code-1")
        const domain = yield* transferIn(owner, name)
        yield* hourLater
        yield* passDays(3)
        assert.deepStrictEqual(yield* openIntents(domain), ["domain.transfer accepted"])
        assert.match((yield* newestCharge(owner)) ?? "", /^transfer pending/)
        return { owner, domain }
      })

      it.effect("stays pending and paid for days, and is done when the registry shows it", () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* coming("shown")
          yield* unseen.carryOut(domain.name)
          yield* passDays(6)
          assert.match((yield* newestCharge(owner)) ?? "", /^transfer succeeded/)
          assert.notInclude((yield* domainNow(owner, domain)).registry_statuses, "pendingTransfer")
        }))

      it.effect("is refunded after the message that the losing registrar has rejected it", () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* coming("rejected")
          yield* unseen.enqueue(domain.registry, {
            _tag: "TransferChanged",
            name: domain.name,
            status: "clientRejected",
            side: "gaining",
            acts_on: null,
            expires_on: null
          })
          yield* round
          assert.isFalse(yield* isOwned(domain.name))
          assert.match((yield* newestCharge(owner)) ?? "", /^transfer failed/)
        }))
    })
  }

  const unseen = unseenReviews(Duration.zero)
  const platform = Layer.orDie(layerPlatform({ storage, tlds: testTlds, registries: unseen.registries }))

  layer(platform)(`A change of a host that is accepted and not shown (${name})`, (it) => {
    const hostsOf = Effect.fnUntraced(function*(domain_name: string) {
      const owner = yield* customer()
      const hosts = yield* Hosts
      yield* register(owner, domain_name)
      const create = (label: string) =>
        owner.act(
          hosts.create({ hostname: Hostname.make(`${label}.${domain_name}`), ip_addresses: [address("192.0.2.1")] })
        )
      const get = (label: string) => owner.act(hosts.get(Hostname.make(`${label}.${domain_name}`)))
      return { owner, hosts, create, get }
    })

    it.effect("creates the host when the registry shows it, and nothing after seven days", () =>
      Effect.gen(function*() {
        const { create, get } = yield* hostsOf("created-hosts.com")
        const [made, left] = [yield* create("unseen-create-made"), yield* create("unseen-create-left")]
        yield* passDays(5)
        assert.deepStrictEqual([(yield* get("unseen-create-made")).status, (yield* get("unseen-create-left")).status], [
          "pending_create",
          "pending_create"
        ])
        yield* unseen.carryOut(made.hostname)
        yield* passDays(4)
        assert.strictEqual((yield* get("unseen-create-made")).status, "active")
        assert.strictEqual((yield* Effect.flip(get("unseen-create-left")))._tag, "HostNotFound")
        assert.deepStrictEqual(
          yield* Effect.map(RegistryIntentStore, (store) => store.ofObject(left.host_id)).pipe(Effect.flatten),
          []
        )
      }))

    it.effect("changes the addresses when the registry shows them", () =>
      Effect.gen(function*() {
        const { create, get, hosts, owner } = yield* hostsOf("changed-hosts.com")
        const { hostname } = yield* create("unseen-update-one")
        yield* owner.act(hosts.replace(hostname, { ip_addresses: [address("192.0.2.2")] }))
        yield* passDays(5)
        assert.deepStrictEqual((yield* get("unseen-update-one")).ip_addresses, ["192.0.2.1"])
        yield* unseen.carryOut(hostname)
        yield* hourLater
        assert.deepStrictEqual((yield* get("unseen-update-one")).ip_addresses, ["192.0.2.2"])
      }))

    it.effect("deletes the host when the registry no longer shows it", () =>
      Effect.gen(function*() {
        const { create, get, hosts, owner } = yield* hostsOf("deleted-hosts.com")
        const { hostname } = yield* create("unseen-delete-one")
        yield* owner.act(hosts.remove(hostname))
        yield* passDays(5)
        assert.strictEqual((yield* get("unseen-delete-one")).status, "pending_delete")
        yield* unseen.carryOut(hostname)
        yield* hourLater
        assert.strictEqual((yield* Effect.flip(get("unseen-delete-one")))._tag, "HostNotFound")
      }))
  })

  const behind = unseenReviews(Duration.minutes(5))
  const behindPlatform = Layer.orDie(layerPlatform({ storage, tlds: testTlds, registries: behind.registries }))

  layer(behindPlatform)(`An update at a registry whose queries lag by five minutes (${name})`, (it) => {
    it.effect("is stored by its response, although the registry shows the domain unchanged", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "behind-answered.com")
        const changed = yield* update(owner, domain, {
          nameservers: ["ns1.example.net", "ns2.example.net"],
          statuses: ["clientHold"]
        })
        assert.deepStrictEqual(changed.nameservers.map(({ hostname }) => String(hostname)), [
          "ns1.example.net",
          "ns2.example.net"
        ])
        assert.include(changed.registry_statuses, "clientHold")
        yield* TestClock.adjust("10 minutes")
        yield* replaceKeys(owner, domain, [7])
        assert.deepStrictEqual(yield* keysOf(owner, domain), [7])
      }))
  })

  layer(behindPlatform)(`A restore with a renewal of unknown outcome (${name})`, (it) => {
    it.effect("starts the grace period of the renewal when it was ordered", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        const domain = yield* deleted(owner, "restored-renewed.com")
        yield* faults.inject({ method: "restoreDomain", fault: "cutAfter", object: domain.name })
        yield* behind.failLookUps(domain.name, 1000)
        yield* Effect.exit(restore(owner, domain))
        const ordered = yield* Instant.now
        yield* TestClock.adjust("20 hours")
        yield* behind.failLookUps(domain.name, 0)
        yield* behind.show(domain.name, { statuses: ["renewPeriod"] })
        yield* hourLater
        const { grace_charges } = yield* domainNow(owner, domain)
        assert.deepStrictEqual(grace_charges.map(({ began_on, operation }) => [operation, began_on]), [
          ["renew", ordered]
        ])
      }))
  })
}
