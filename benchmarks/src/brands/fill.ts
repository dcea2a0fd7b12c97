import { ApiKeys } from "@namewright/core/access"
import {
  BrandingDocumentStore,
  clientIdOf,
  newSubscriptionId,
  newWhitelabel,
  newWhitelabelId,
  WhitelabelStore
} from "@namewright/core/branding"
import { newZoneId } from "@namewright/core/dns"
import { layerPlatform } from "@namewright/core/embed"
import {
  CurrentActor,
  Hostname,
  Instant,
  newOrganizationId,
  type OrganizationId,
  Transaction
} from "@namewright/core/shared"
import { Array as Arr, Effect, Redacted } from "effect"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import { newCustomer } from "../harness/customer.ts"
import type { Storage } from "../harness/Databases.ts"
import { storageOf } from "../harness/storageOf.ts"
import { brandHosts, brandSettings } from "./brandSettings.ts"

export interface FillTask {
  readonly storage: Storage
  readonly brands: number
}

/** Key of the organization of the first brand. */
export interface Filled {
  readonly apiKey: string
}

const brandsPerTransaction = 500

const document = {
  theme: {
    light: { primary: "#0b5fff", background: "#ffffff", foreground: "#111827" },
    dark: { primary: "#8ab4ff", background: "#111827", foreground: "#f9fafb" }
  }
}

/** Stores an active configuration with its hosts and its document, as an onboarding leaves them. */
const addBrand = Effect.fnUntraced(function*(organization_id: OrganizationId, number: number) {
  const store = yield* WhitelabelStore
  const documents = yield* BrandingDocumentStore
  const now = yield* Instant.now
  const hosts = brandHosts(number)
  const whitelabel_branding_id = yield* newWhitelabelId
  const dns_zone_id = yield* newZoneId
  const subscription_id = yield* newSubscriptionId
  const ids = { id: whitelabel_branding_id, organization_id, subscription_id, base_zone: brandSettings.whitelabel.zone }
  yield* store.insert({
    ...newWhitelabel(ids, { tier: "base", label: hosts.label, period: { unit: "y", value: 1 } }, now),
    onboarding_status: "active",
    onboarding_step: null,
    retry_until: null,
    step_due_on: null,
    client_id: clientIdOf({ organization_id })
  })
  yield* store.insertHosts((["app", "auth"] as const).map((part) => ({
    hostname: Hostname.make(hosts[part]),
    whitelabel_branding_id,
    organization_id,
    part,
    state: "serving" as const,
    pair: hosts.pair,
    dns_zone_id
  })))
  yield* documents.lock(organization_id)
  yield* documents.append(organization_id, {
    version_number: 1,
    performed_by_type: "system",
    performed_by_id: null,
    restored_from: null,
    created_on: now,
    document
  }, 10)
})

const { brands, storage } = taskOf<FillTask>()

const fill = Effect.gen(function*() {
  const transaction = yield* Transaction
  const customer = yield* newCustomer
  for (const numbers of brands === 0 ? [] : Arr.chunksOf(Arr.range(0, brands - 1), brandsPerTransaction)) {
    yield* transaction.atomically(Effect.forEach(
      numbers,
      Effect.fnUntraced(function*(number) {
        yield* addBrand(number === 0 ? customer.organization_id : yield* newOrganizationId, number)
      }),
      { discard: true }
    ))
  }
  const keys = yield* ApiKeys
  const { api_key } = yield* Effect.provideService(
    keys.create({ api_key_name: "benchmark" }),
    CurrentActor,
    customer.actor
  )
  const filled: Filled = { apiKey: Redacted.value(api_key) }
  return filled
})

serveParent(
  await Effect.runPromise(
    Effect.provide(fill, layerPlatform({ ...brandSettings, storage: storageOf(storage), loggers: [] }))
  )
)
