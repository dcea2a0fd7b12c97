import { assert, layer } from "@effect/vitest"
import { newDomain } from "@namewright/conformance"
import { BillingTransactionStore } from "@namewright/core/billing"
import {
  BrandingDocumentStore,
  ChangeWhitelabel,
  CreateWhitelabel,
  RecheckWhitelabel,
  type StoredWhitelabel,
  UpgradeWhitelabel,
  Whitelabels,
  WhitelabelStore
} from "@namewright/core/branding"
import { CertificateStore } from "@namewright/core/certificates"
import { ZoneOwnershipStore, Zones, ZoneStore } from "@namewright/core/dns"
import { DomainStore } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import { SignInClients } from "@namewright/core/realm"
import { Instant, Timetable } from "@namewright/core/shared"
import { Duration, Effect, type Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { testSize } from "../../../../../test/testSize.ts"
import { type Customer, customer, pay } from "../../domains/DomainsPlatform.ts"
import { baseZone } from "./BrandingPlatform.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const { Boolean, Literal, Literals, Struct, Union } = Schema

/** What the simulated public DNS answers about an own domain. */
const Delegation = Literals(["delegated", "shared", "elsewhere", "silent"])
const own = { delegation: Delegation, number: between(1, 3), create_zone: Boolean, dashboard: Boolean }

/** A request, an event outside of the platform, or time that passes. */
const Step = Union([
  Struct({ type: Literal("create"), tier: Literals(["base", "plus"]), unit: Literals(["m", "y"]), ...own }),
  Struct({ type: Literal("label"), label: between(1, 3) }),
  Struct({ type: Literal("enabled"), enabled: Boolean }),
  Struct({ type: Literal("renewal_mode"), renewal_mode: Literals(["renew", "expire"]) }),
  Struct({ type: Literal("upgrade"), ...own }),
  Struct({ type: Literal("recheck") }),
  Struct({ type: Literal("repoint"), ...own }),
  Struct({ type: Literal("restore") }),
  Struct({ type: Literal("pay"), amount: between(500, 40_000) }),
  Struct({ type: Literal("minutes"), minutes: between(0, 30) }),
  Struct({ type: Literal("days"), days: between(1, 60) })
])
type Step = typeof Step.Type

const Steps = Schema.Array(Step).check(Schema.isMinLength(6), Schema.isMaxLength(18))

interface OwnDomainStep {
  readonly create_zone: boolean
  readonly dashboard: boolean
  readonly delegation: typeof Delegation.Type
  readonly number: number
}

const ownDomain = (run: number, { create_zone, dashboard, delegation, number }: OwnDomainStep) => ({
  hostname: `${delegation}-run${run}x${number}.com`,
  auth_subdomain: "login",
  dashboard_subdomain: dashboard ? "portal" : null,
  create_zone
})

const decode = <S extends Schema.Codec<unknown, unknown>>(schema: S, value: unknown): S["Type"] =>
  Schema.decodeUnknownSync(schema)(value)

/** Rounds of work at one moment; more would be work that never ends. */
const maximumRounds = 40

/** All work that is due, until none of the configuration is. */
const settled = Effect.gen(function*() {
  const timetable = yield* Timetable
  const store = yield* WhitelabelStore
  for (let round = 0;; round++) {
    assert.isBelow(round, maximumRounds, "The work of one moment does not end")
    for (const { run } of yield* timetable.works) while (yield* run);
    yield* (yield* JobWorker).drain(Duration.hours(1))
    if ((yield* store.due(yield* Instant.now, 1)).length === 0) return
  }
})

const requestOf = (run: number, step: Exclude<Step, { type: "days" | "minutes" | "pay" }>) =>
  Effect.gen(function*() {
    const whitelabels = yield* Whitelabels
    switch (step.type) {
      case "create": {
        const base = { tier: step.tier, label: `run${run}y`, period: { unit: step.unit, value: 1 } }
        const body = step.tier === "base" ? base : { ...base, ...ownDomain(run, step) }
        return yield* whitelabels.create(decode(CreateWhitelabel, body))
      }
      case "label":
        return yield* whitelabels.update(
          decode(ChangeWhitelabel, { label: `run${run}y${"abc".charAt(step.label - 1)}` })
        )
      case "enabled":
        return yield* whitelabels.update(decode(ChangeWhitelabel, { enabled: step.enabled }))
      case "renewal_mode":
        return yield* whitelabels.update(decode(ChangeWhitelabel, { renewal_mode: step.renewal_mode }))
      case "upgrade":
        return yield* whitelabels.upgrade(decode(UpgradeWhitelabel, ownDomain(run, step)))
      case "recheck":
        return yield* whitelabels.recheck(null)
      case "repoint":
        return yield* whitelabels.recheck(decode(RecheckWhitelabel, ownDomain(run, step)))
      case "restore":
        return yield* whitelabels.restore
    }
  })

/** Carries a step out. Refusals of requests are results like others. */
const carryOut = (run: number, owner: Customer, step: Step) => {
  switch (step.type) {
    case "days":
      return TestClock.adjust(Duration.days(step.days))
    case "minutes":
      return TestClock.adjust(Duration.minutes(step.minutes))
    case "pay":
      return pay(owner, step.amount)
    default:
      return Effect.ignore(owner.act(requestOf(run, step)))
  }
}

/** Names with records of hosts in the zones of an organization, and in the platform's. */
const namesWithRecords = Effect.fnUntraced(function*(run: number, { organization_id }: Customer) {
  const zones = yield* ZoneStore
  const base = (yield* (yield* ZoneOwnershipStore).served([`${baseZone}.` as never])).get(`${baseZone}.` as never)
  const { items } = yield* zones.list(organization_id, {}, { by: "name", order: "asc" }, { page: 1, page_size: 100 })
  const contents = yield* Effect.forEach(
    [...items.map(({ zone }) => zone.dns_zone_id), ...(base === undefined ? [] : [base.dns_zone_id])],
    (id) => Effect.map(zones.content(id), Option.match({ onNone: () => [], onSome: ({ rrsets }) => rrsets }))
  )
  const names = contents.flat().filter(({ protected_reason }) => protected_reason === "WHITELABEL")
    .map(({ name }) => name.slice(0, -1))
  return [...new Set(names)].filter((name) => name.includes(`run${run}y`) || name.includes(`run${run}x`))
})

/** Everything outside of the row agrees with it. */
const checked = Effect.fnUntraced(function*(run: number, owner: Customer, config: StoredWhitelabel) {
  const store = yield* WhitelabelStore
  const hosts = yield* store.hosts(config.whitelabel_branding_id)
  assert.sameMembers(yield* namesWithRecords(run, owner), hosts.map(({ hostname }) => hostname), "records")
  for (const pair of Map.groupBy(hosts, (host) => host.pair).values()) {
    const found = yield* (yield* CertificateStore).lockNames(pair.map(({ hostname }) => hostname).toSorted())
    const isWaiting = pair.every(({ state }) => state === "provisioning")
    if (!isWaiting) assert.isTrue(Option.isSome(found), "certificate of hosts that were served")
  }
  const hasClient = yield* (yield* SignInClients).exists(`wl-${owner.organization_id}`)
  assert.strictEqual(hasClient, config.client_id !== null && config.enabled, "client")
  const { auth } = yield* (yield* BrandingDocumentStore).find(owner.organization_id)
  assert.strictEqual(auth?.client_id ?? null, config.client_id, "document")
  const transactions = yield* BillingTransactionStore
  const { items } = yield* transactions.list(
    { payer_id: owner.organization_id },
    { status: "pending" },
    { by: "created_on", order: "asc" },
    { page: 1, page_size: 100 }
  )
  assert.sameMembers(
    items.map(({ billing_transaction_id }) => billing_transaction_id),
    [...config.open_charges],
    "charges"
  )
  const states = new Set(hosts.map(({ state }) => state))
  if (!config.enabled) assert.isFalse(states.has("serving"), "a disabled configuration is not served")
  switch (config.onboarding_status) {
    case "active":
      assert.isEmpty(config.open_charges)
      assert.strictEqual(states.size, 1, "all hosts of an active configuration are served, or none")
      assert.lengthOf(hosts, config.tier === "base" ? 2 : 4)
      assert.isNotNull(config.expires_on)
      break
    case "terminated":
      assert.deepStrictEqual([hosts.length, config.client_id, config.expires_on], [0, null, null])
      break
    case "failed":
      assert.isNotNull(config.failure_code)
      assert.isFalse(states.has("provisioning"))
      break
    default:
      if (config.enabled) assert.isNotNull(config.step_due_on, "an onboarding goes on")
  }
  if (config.onboarding_status !== "terminated") {
    const isOpen = config.expires_on === null && config.enabled
    assert.isTrue(isOpen || config.term_due_on !== null, "a term has an end, and so has an order that is disabled")
  }
})

let runs = 0

/** Property of the state machine, on one database. */
export const whitelabelModelSuite = <E>(database: string, platform: Layer.Layer<PlatformServices, E>) =>
  layer(platform)(`white-label configurations (${database})`, (it) => {
    let hasZone = false

    const ensureZone = Effect.gen(function*() {
      if (hasZone) return
      hasZone = true
      const operator = yield* customer()
      yield* Effect.orDie((yield* DomainStore).insert(yield* newDomain(operator.organization_id, baseZone)))
      yield* operator.act((yield* Zones).create({ name: baseZone }))
    })

    it.effect.prop(
      "agree with their hosts, records, certificates, clients and charges after any steps",
      [Steps],
      ([steps]) =>
        Effect.gen(function*() {
          yield* ensureZone
          const run = ++runs
          const owner = yield* customer(20_000, false)
          const store = yield* WhitelabelStore
          for (const step of steps) {
            yield* carryOut(run, owner, step)
            yield* settled
            const found = yield* store.find(owner.organization_id)
            if (Option.isSome(found)) yield* checked(run, owner, found.value)
          }
          // A year in which nothing is paid ends every configuration.
          yield* owner.act(Effect.ignore(Effect.flatMap(Whitelabels, (it) => it.update({ renewal_mode: "expire" }))))
          for (let month = 0; month < 14; month++) {
            yield* TestClock.adjust(Duration.days(31))
            yield* settled
          }
          const last = yield* store.find(owner.organization_id)
          if (Option.isNone(last)) return
          yield* checked(run, owner, last.value)
          assert.strictEqual(last.value.onboarding_status, "terminated", "after a year")
        }),
      { arbitrary: { runs: testSize(2, 5, "WHITELABEL_RUNS") }, timeout: 600_000 }
    )
  })
