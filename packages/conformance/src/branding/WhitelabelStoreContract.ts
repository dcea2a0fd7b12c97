import { assert, layer } from "@effect/vitest"
import { newRequestId } from "@namewright/core/access"
import { newBillingTransactionId } from "@namewright/core/billing"
import {
  newSubscriptionId,
  newWhitelabel,
  newWhitelabelId,
  type StoredWhitelabel,
  type StoredWhitelabelHost,
  WhitelabelStore
} from "@namewright/core/branding"
import { newZoneId } from "@namewright/core/dns"
import { Hostname, Instant, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"

const newConfig = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  members: Partial<StoredWhitelabel> = {}
) {
  const now = yield* Instant.now
  const ids = {
    id: yield* newWhitelabelId,
    organization_id,
    subscription_id: yield* newSubscriptionId,
    base_zone: "brands.example"
  }
  const config: StoredWhitelabel = {
    ...newWhitelabel(ids, { tier: "base", label: "acme", period: { unit: "m", value: 1 } }, now),
    retry_until: null,
    step_due_on: null,
    ...members
  }
  return config
})

let hosts = 0

const newHost = Effect.fnUntraced(function*(
  { organization_id, whitelabel_branding_id }: StoredWhitelabel,
  members: Partial<StoredWhitelabelHost> = {}
) {
  const host: StoredWhitelabelHost = {
    hostname: Hostname.make(`host${++hosts}.brands.example`),
    whitelabel_branding_id,
    organization_id,
    part: "app",
    state: "provisioning",
    pair: "acme.brands.example",
    dns_zone_id: yield* newZoneId,
    ...members
  }
  return host
})

const atomically = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.atomically(work))

/** Contract of the storage of white-label configurations. */
export const whitelabelStoreContract = <E>(
  name: string,
  storage: Layer.Layer<WhitelabelStore | Transaction, E>
) =>
  layer(storage)(`WhitelabelStore (${name})`, (it) => {
    it.effect("stores one configuration of an organization, with all of its members", () =>
      Effect.gen(function*() {
        const store = yield* WhitelabelStore
        const own = yield* newOrganizationId
        const now = yield* Instant.now
        const config = yield* newConfig(own, {
          tier: "plus",
          own_hostname: "example.com",
          dashboard_subdomain: "portal",
          auth_subdomain: "login",
          create_zone: true,
          label_changes: [DateTime.subtract(now, { days: 1 }), now],
          dns_zone_id: yield* newZoneId,
          onboarding_status: "failed",
          onboarding_step: "certificate",
          failure_code: "retries_exhausted",
          failure_detail: "„No answer“",
          attempts: 3,
          retry_until: now,
          client_id: "wl-1",
          open_charges: [yield* newBillingTransactionId, yield* newBillingTransactionId],
          upgrade_request: yield* newRequestId,
          grace_period_ends_at: now,
          terminated_on: now
        })
        assert.deepStrictEqual(yield* store.find(own), Option.none())
        assert.isTrue(yield* atomically(store.insert(config)))
        assert.isFalse(yield* atomically(Effect.flatMap(newConfig(own), store.insert)))
        assert.deepStrictEqual(yield* store.find(own), Option.some(config))
        assert.deepStrictEqual(yield* store.findById(config.whitelabel_branding_id), Option.some(config))
        const changed = { ...config, enabled: false, base_label: "other", expires_on: now, open_charges: [] }
        yield* atomically(Effect.andThen(store.lock(own), store.save(changed)))
        assert.deepStrictEqual(yield* atomically(store.lock(own)), Option.some(changed))
        yield* atomically(store.remove(config.whitelabel_branding_id))
        assert.deepStrictEqual(yield* store.find(own), Option.none())
      }))

    it.effect("finds configurations with a due step or a due term once each", () =>
      Effect.gen(function*() {
        const store = yield* WhitelabelStore
        const now = DateTime.makeUnsafe("2030-01-01T00:00:00Z")
        const later = DateTime.add(now, { seconds: 1 })
        const made = yield* Effect.forEach(
          [
            { step_due_on: now, term_due_on: now },
            { step_due_on: later, term_due_on: now },
            { step_due_on: later, term_due_on: null },
            { step_due_on: now, term_due_on: later },
            {},
            { domain_check_due_on: now },
            { domain_check_due_on: later }
          ],
          (members) => Effect.flatMap(newOrganizationId, (own) => newConfig(own, members))
        )
        yield* Effect.forEach(made, (config) => atomically(store.insert(config)))
        const ids = (yield* store.due(now, 100)).map(({ whitelabel_branding_id }) => whitelabel_branding_id)
        assert.sameMembers(
          ids,
          [made[0], made[1], made[3], made[5]].map((config) => config?.whitelabel_branding_id ?? "")
        )
        assert.lengthOf(yield* store.due(now, 2), 2)
        const [first] = yield* store.page(null, 1)
        const others = yield* store.page(first?.whitelabel_branding_id ?? null, 100)
        assert.isAtLeast(others.length, 4)
        assert.isTrue(others.every((config) => config.whitelabel_branding_id > (first?.whitelabel_branding_id ?? "")))
      }))

    it.effect("finds configurations by the zones of their own domains", () =>
      Effect.gen(function*() {
        const store = yield* WhitelabelStore
        const zones = [yield* newZoneId, yield* newZoneId] as const
        const own = yield* newOrganizationId
        const config = yield* newConfig(own, { dns_zone_id: zones[0] })
        yield* atomically(store.insert(config))
        assert.deepStrictEqual(yield* store.ofZones(zones), [
          { organization_id: own, whitelabel_branding_id: config.whitelabel_branding_id }
        ])
        assert.deepStrictEqual(yield* store.ofZones([zones[1]]), [])
        assert.deepStrictEqual(yield* store.ofZones([]), [])
      }))

    it.effect("gives a label to one organization, and blocks it after its release", () =>
      Effect.gen(function*() {
        const store = yield* WhitelabelStore
        const [own, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const now = yield* Instant.now
        const until = DateTime.add(now, { days: 90 })
        const claim = (organization_id: OrganizationId, label: string) => ({
          label,
          skeleton: `skeleton ${own}`,
          organization_id
        })
        const take = (organization: OrganizationId, label: string, at = now) =>
          atomically(store.takeLabel(claim(organization, label), at))
        assert.isTrue(yield* take(own, "one"))
        assert.isFalse(yield* take(own, "0ne"))
        assert.isFalse(yield* take(other, "one"))
        yield* atomically(store.releaseLabel(claim(other, "one"), now))
        assert.isFalse(yield* take(other, "one"))
        yield* atomically(store.releaseLabel(claim(own, "one"), until))
        assert.isFalse(yield* take(other, "one"))
        assert.isTrue(yield* take(own, "0ne"))
        yield* atomically(store.releaseLabel(claim(own, "0ne"), until))
        assert.isFalse(yield* take(other, "one", DateTime.subtract(until, { seconds: 1 })))
        assert.isTrue(yield* take(other, "one", until))
        assert.isFalse(yield* take(own, "one", until))
      }))

    it.effect("stores hosts that no other configuration has, and finds them by name and zone", () =>
      Effect.gen(function*() {
        const store = yield* WhitelabelStore
        const config = yield* newConfig(yield* newOrganizationId)
        const another = yield* newConfig(yield* newOrganizationId)
        const zone = yield* newZoneId
        const app = yield* newHost(config, { dns_zone_id: zone })
        const auth = yield* newHost(config, { part: "auth", dns_zone_id: zone })
        const foreign = yield* newHost(another)
        assert.deepStrictEqual(yield* atomically(store.insertHosts([app, auth])), [])
        assert.deepStrictEqual(yield* atomically(store.insertHosts([])), [])
        assert.deepStrictEqual(
          yield* atomically(
            store.insertHosts([foreign, { ...app, whitelabel_branding_id: another.whitelabel_branding_id }])
          ),
          [app.hostname]
        )
        assert.deepStrictEqual(yield* store.hostsBeside(foreign.hostname), [])
        assert.deepStrictEqual(yield* store.hostsBeside(app.hostname), [app, auth])
        assert.deepStrictEqual(yield* store.hostsBeside(auth.hostname), [app, auth])
        assert.isTrue(yield* store.hasHostsIn(zone))
        yield* atomically(store.setHostState([app.hostname], "serving"))
        const stored = yield* store.hosts(config.whitelabel_branding_id)
        assert.deepStrictEqual(stored, [{ ...app, state: "serving" as const }, auth])
        yield* atomically(store.removeHosts([app.hostname, auth.hostname]))
        assert.deepStrictEqual(yield* store.hosts(config.whitelabel_branding_id), [])
        assert.isFalse(yield* store.hasHostsIn(zone))
      }))
  })
