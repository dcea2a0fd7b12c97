import { Billing } from "@namewright/core/billing"
import {
  type StoredWhitelabel,
  UpgradeWhitelabel,
  WhitelabelState,
  WhitelabelStore,
  WhitelabelTerms
} from "@namewright/core/branding"
import { ZoneStore } from "@namewright/core/dns"
import { CurrentActor, Instant, OrganizationId, permissions, Transaction } from "@namewright/core/shared"
import type { TestPlatform } from "@namewright/testing"
import { DateTime, Effect, Option, Schema } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeWhitelabelUpgrade } from "../../../src/branding/configuration/makeWhitelabelUpgrade.ts"
import {
  baseZone,
  brandingPlatform,
  hasCertificate,
  hasClient,
  month,
  newLabel,
  newReseller,
  recordsOf,
  year
} from "./BrandingPlatform.ts"

let platform: TestPlatform
beforeAll(async () => {
  platform = await brandingPlatform({ baseUrl: "https://names.example" })
})
afterAll(() => platform.dispose())

const upgraded = { auth_subdomain: "login", dashboard_subdomain: "portal", create_zone: true }

/** A label at whose dashboard the operator has a record of its own, which is in the way of the platform's addresses. */
const refusedLabel = async (): Promise<string> => {
  const label = newLabel()
  const [zone] = await platform.runtime.runPromise(
    Effect.flatMap(ZoneStore, (store) => store.named(`${baseZone}.` as never))
  )
  await platform.as(zone?.organization_id ?? "", "admin").zones.patchRrsets(baseZone, {
    ops: [{
      op: "upsert",
      rrset: { name: `app.${label}`, type: "CNAME", ttl: 300, records: [{ rdata: "elsewhere.example." }] }
    }]
  })
  return label
}

const stored = (organization_id: string, { runtime } = platform): Promise<StoredWhitelabel> =>
  runtime.runPromise(
    Effect.flatMap(WhitelabelStore, (store) => store.find(OrganizationId.make(organization_id))).pipe(
      Effect.map(Option.getOrThrow)
    )
  )

/** Changes the row of a configuration, as time would. */
const moved = (organization_id: string, change: (config: StoredWhitelabel) => StoredWhitelabel) =>
  Effect.gen(function*() {
    const store = yield* WhitelabelStore
    const transaction = yield* Transaction
    const config = Option.getOrThrow(yield* store.find(OrganizationId.make(organization_id)))
    yield* transaction.atomically(store.save(change(config)))
  })

const statesOf = async (organization_id: string): Promise<ReadonlyArray<string>> => {
  const { whitelabel_branding_id } = await stored(organization_id)
  const hosts = await platform.runtime.runPromise(
    Effect.flatMap(WhitelabelStore, (store) => store.hosts(whitelabel_branding_id))
  )
  return hosts.map(({ hostname, state }) => `${hostname} ${state}`)
}

const transactionsOf = async (organization_id: string, at = platform): Promise<ReadonlyArray<string>> => {
  const { items } = await at.as(organization_id, "admin").transactions.page()
  return items.filter(({ action }) => action !== "wallet_top_up").map(({ action, status }) => `${action} ${status}`)
}

describe("An onboarding that fails", () => {
  it("leaves the hosts of the former label served, which is the label again", async () => {
    const { branding, organization_id } = await newReseller(platform)
    const label = newLabel()
    await branding.create({ tier: "base", label, period: month })
    await platform.clock.advance({ minutes: 5 })
    const refused = await refusedLabel()
    await branding.update({ label: refused })
    await platform.clock.advance({ minutes: 5 })
    const failed = await branding.configuration()
    assert.deepInclude(failed, {
      onboarding_status: "failed",
      failure_code: "dns_record_rejected",
      base_label: label,
      hostname: `app.${label}.${baseZone}`
    })
    assert.deepStrictEqual(await statesOf(organization_id), [
      `app.${label}.${baseZone} serving`,
      `auth.${label}.${baseZone} serving`
    ])
    const names = await recordsOf(platform, baseZone)
    assert.lengthOf(names.filter((name) => name.includes(`.${label}.`)), 4)
    assert.isEmpty(names.filter((name) => name.includes(`.${refused}.`)))
    assert.isTrue(await hasCertificate(platform, `app.${label}.${baseZone}`, `auth.${label}.${baseZone}`))
    assert.isTrue(await hasClient(platform, organization_id))
    const { auth } = await branding.document()
    assert.strictEqual(auth?.authority, `https://auth.${label}.${baseZone}/realms/sandbox`)
    await branding.recheck({})
    await platform.clock.advance({ minutes: 5 })
    assert.deepInclude(await branding.configuration(), { onboarding_status: "active", base_label: label })
  })

  it("makes nothing without a realm of the platform, and is repeated by a recheck", async () => {
    const withoutRealm = await brandingPlatform({ signInPages: undefined })
    try {
      const { branding, caller, organization_id } = await newReseller(withoutRealm)
      const rejected = {
        onboarding_status: "failed",
        failure_code: "auth_client_rejected",
        failure_type: "auth"
      } as const
      await branding.create({ tier: "base", label: newLabel(), period: year })
      await withoutRealm.clock.advance({ minutes: 5 })
      assert.deepInclude(await branding.configuration(), rejected)
      assert.strictEqual((await stored(organization_id, withoutRealm)).onboarding_step, "records")
      await branding.upgrade({ hostname: "delegated-realmless.com", ...upgraded })
      await withoutRealm.clock.advance({ minutes: 5 })
      assert.deepInclude(await branding.configuration(), { ...rejected, tier: "plus", subscription: null })
      await branding.recheck({})
      await withoutRealm.clock.advance({ minutes: 5 })
      assert.deepInclude(await branding.configuration(), rejected)
      assert.strictEqual((await stored(organization_id, withoutRealm)).onboarding_step, "zone")
      assert.strictEqual((await caller.zones.page()).total, 0)
      assert.deepStrictEqual(await transactionsOf(organization_id, withoutRealm), [
        "upgrade_fee pending",
        "create pending"
      ])
    } finally {
      await withoutRealm.dispose()
    }
  })

  it("leaves the hosts of the own domain served if those below the platform's zone are refused", async () => {
    const { branding, organization_id } = await newReseller(platform)
    const [hostname, label] = ["delegated-stays.com", newLabel()]
    await branding.create({ tier: "plus", label, period: month, hostname, ...upgraded })
    await platform.clock.advance({ minutes: 5 })
    const { dns_zone_id } = await stored(organization_id)
    await branding.update({ label: await refusedLabel() })
    await platform.clock.advance({ minutes: 5 })
    const failed = await branding.configuration()
    assert.deepInclude(failed, { onboarding_status: "failed", failure_code: "dns_record_rejected" })
    assert.sameMembers([...await statesOf(organization_id)], [
      `app.${label}.${baseZone} serving`,
      `auth.${label}.${baseZone} serving`,
      `login.${hostname} serving`,
      `portal.${hostname} serving`
    ])
    assert.isTrue(await hasCertificate(platform, `portal.${hostname}`, `login.${hostname}`))
    assert.strictEqual((await stored(organization_id)).dns_zone_id, dns_zone_id)
  })
})

describe("The fee of an upgrade", () => {
  it("is refused if the term is renewed between its price and the change", async () => {
    const { branding, organization_id } = await newReseller(platform)
    await branding.create({ tier: "base", label: newLabel(), period: year })
    await platform.clock.advance({ minutes: 5 })
    const actor = {
      principal: { type: "api_key" as const, id: "key" },
      organization_id: OrganizationId.make(organization_id),
      parent_organization_id: null,
      organization_active: true,
      role: "admin" as const,
      permissions: new Set(permissions)
    }
    const input = Schema.decodeUnknownSync(UpgradeWhitelabel)({ hostname: "delegated-raced.com", ...upgraded })
    const code = await platform.runtime.runPromise(Effect.gen(function*() {
      const billing = yield* Billing
      const now = yield* Instant.now
      const renewal = moved(organization_id, (config) => WhitelabelState.renewed(config, now))
      const services = yield* Effect.context<Transaction | WhitelabelStore>()
      const racing = Billing.of({
        ...billing,
        quote: (request) => Effect.tap(billing.quote(request), Effect.provideContext(renewal, services))
      })
      const { upgrade } = yield* Effect.provideService(makeWhitelabelUpgrade, Billing, racing)
      return yield* upgrade(input).pipe(
        Effect.provideService(CurrentActor, actor),
        Effect.match({ onFailure: ({ code }) => code, onSuccess: () => "nothing" })
      )
    }))
    assert.strictEqual(code, "ERROR_WHITELABEL_STATE")
    assert.strictEqual((await stored(organization_id)).tier, "base")
    assert.deepStrictEqual(await transactionsOf(organization_id), ["create succeeded"])
  })

  it("is released at the end of the term that it was for", async () => {
    const { branding, organization_id } = await newReseller(platform)
    await branding.create({ tier: "base", label: newLabel(), period: year })
    await platform.clock.advance({ minutes: 5 })
    await branding.upgrade({ hostname: "delegated-unused.com", ...upgraded, create_zone: false })
    await platform.clock.advance({ minutes: 5 })
    assert.strictEqual((await branding.configuration()).failure_code, "zone_not_owned")
    assert.lengthOf((await stored(organization_id)).open_charges, 1)
    const now = DateTime.makeUnsafe(platform.clock.now())
    await platform.runtime.runPromise(Effect.andThen(
      moved(organization_id, (config) => ({ ...config, expires_on: DateTime.add(now, { days: 3 }), term_due_on: now })),
      Effect.flatMap(WhitelabelTerms, (terms) => terms.advance(OrganizationId.make(organization_id)))
    ))
    assert.isEmpty((await stored(organization_id)).open_charges)
    assert.sameMembers([...await transactionsOf(organization_id)], [
      "create succeeded",
      "upgrade_fee canceled",
      "renew succeeded"
    ])
  })
})

describe("A disabled order that was never active", () => {
  it("is terminated after 30 days, also with another label, and its price is released", async () => {
    const { branding, organization_id } = await newReseller(platform)
    await branding.create({
      tier: "plus",
      label: newLabel(),
      period: year,
      hostname: "silent-order.com",
      ...upgraded
    })
    await platform.clock.advance({ minutes: 5 })
    await branding.update({ enabled: false })
    const { term_due_on } = await stored(organization_id)
    const days = term_due_on === null
      ? Number.NaN
      : (term_due_on.epochMilliseconds - platform.clock.now().getTime()) / 86_400_000
    assert.strictEqual(Math.round(days), 30)
    await branding.update({ label: newLabel() })
    assert.deepStrictEqual((await stored(organization_id)).term_due_on, term_due_on)
    await branding.update({ enabled: true })
    assert.isNull((await stored(organization_id)).term_due_on)
    await branding.update({ enabled: false })
    await platform.runtime.runPromise(Effect.gen(function*() {
      const now = yield* Instant.now
      yield* moved(organization_id, (config) => ({ ...config, term_due_on: config.term_due_on && now }))
      yield* (yield* WhitelabelTerms).advance(OrganizationId.make(organization_id))
    }))
    assert.strictEqual((await branding.configuration()).onboarding_status, "terminated")
    assert.deepStrictEqual(await transactionsOf(organization_id), ["create canceled"])
  })
})
