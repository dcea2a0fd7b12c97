import type { layer } from "@effect/vitest"
import type { SimulatedDomain, SimulatorStore } from "@namewright/core/registry"
import { DomainName, Entropy, Hostname, type Instant, Period, type Transaction } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"

/** Functions that define the tests of the simulator's store. */
export type SimulatorTest = Parameters<Parameters<ReturnType<typeof layer<SimulatorStore | Transaction, never>>>[1]>[0]

/** A registry that no other test uses. */
export const newRegistry = Effect.gen(function*() {
  const entropy = yield* Entropy
  return `registry-${(yield* entropy.intBetween(0, 2 ** 48)).toString(36)}`
})

/** A domain with a value in every member. */
export const registered = (name: string, now: Instant.Instant): SimulatedDomain => ({
  name: DomainName.make(name),
  roid: "D1-TEST",
  sponsor: "platform",
  creator: "rival",
  updater: "platform",
  updated_on: now,
  phase: { _tag: "Active" },
  created_on: now,
  expires_on: Period.addTo(now, Period.years(1)),
  transferred_on: null,
  auth_code: "Correct-Horse-1",
  auth_code_expires_on: null,
  client_statuses: ["clientHold"],
  server_statuses: [],
  contacts: [{ type: "registrant", handle: "c-1" }],
  nameservers: [{ hostname: Hostname.make("ns1.parent.example"), ip_addresses: [] }],
  subordinate_hosts: [],
  dnssec: [{ record_type: "ds_data", key_tag: 1, algorithm: 13, digest_type: 2, digest: "AB".repeat(32) }],
  attributes: { key: "value" },
  grace: [{ status: "addPeriod", ends_on: DateTime.add(now, { days: 5 }), term: Period.years(1), charged: 1000 }],
  transfer: null,
  verification: null,
  dnssec_deferred_until: null
})

/** Links of that domain. */
export const links = { contacts: ["c-1"], hosts: ["ns1.parent.example"] }
export const noLinks = { contacts: [], hosts: [] }
