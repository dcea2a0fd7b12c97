import { assert, layer } from "@effect/vitest"
import { layer as sqlite } from "@namewright/adapters-sqlite"
import { portContactOf, type RegistryContact, SimulatorStore } from "@namewright/core/registry"
import { DomainName, Hostname } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"

const contact: RegistryContact = {
  handle: "c-1",
  name: "Ada Lovelace",
  organization: null,
  street: ["12 St James's Square"],
  city: "London",
  state: null,
  postal_code: "",
  country: "GB",
  phone: "+44.2079460000",
  fax: "+44.2079460001",
  email: "ada@example.org",
  disclose: true,
  attributes: { key: "value" }
}

/** Domain as stored by earlier releases, without creators, charges and subjects. */
const domain = {
  name: "a.example",
  roid: "D1-TEST",
  sponsor: "platform",
  phase: { _tag: "Active" },
  created_on: "2026-01-01T00:00:00.000Z",
  expires_on: "2027-01-01T00:00:00.000Z",
  transferred_on: null,
  auth_code: null,
  auth_code_expires_on: null,
  client_statuses: [],
  server_statuses: [],
  contacts: [],
  nameservers: [],
  subordinate_hosts: [],
  dnssec: [],
  attributes: {},
  grace: [{ status: "addPeriod", ends_on: "2026-01-06T00:00:00.000Z", term: { unit: "y", value: 1 } }],
  transfer: null,
  verification: null,
  dnssec_deferred_until: null
}

layer(sqlite({ filename: ":memory:" }))("Objects of simulated registries from before their history was noted", (it) => {
  it.effect("are contacts with unchanged members, created by their sponsor", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const store = yield* SimulatorStore
      const row = { registry: "r", handle: "c-1", sponsor: "platform", contact: JSON.stringify(contact) }
      yield* sql`INSERT INTO sim_contacts ${sql.insert(row)}`
      const found = Option.getOrThrow(yield* store.findContact("r", "c-1"))
      assert.deepStrictEqual(portContactOf(found), contact)
      assert.deepStrictEqual([found.sponsor, found.creator, found.roid], ["platform", "platform", "C_c_1-SIM"])
      yield* store.saveContact("r", { ...found, email: "ada@example.net" }, null)
      assert.strictEqual(Option.getOrThrow(yield* store.lockContact("r", "c-1")).email, "ada@example.net")
    }))

  it.effect("are hosts with their addresses, created by their sponsor", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const store = yield* SimulatorStore
      const hostname = Hostname.make("ns1.a-b.example")
      const row = { registry: "r", hostname, parent: null, sponsor: "platform", ip_addresses: "[\"192.0.2.1\"]" }
      yield* sql`INSERT INTO sim_hosts ${sql.insert(row)}`
      const found = Option.getOrThrow(yield* store.findHost("r", hostname))
      assert.deepStrictEqual([found.creator, found.roid, ...found.ip_addresses, ...found.client_statuses], [
        "platform",
        "H_ns1_a_b_example-SIM",
        "192.0.2.1"
      ])
    }))

  it.effect("are domains created by their sponsor, without a credit", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const store = yield* SimulatorStore
      const row = { registry: "r", name: "a.example", sponsor: "platform", due_on: null, state: JSON.stringify(domain) }
      yield* sql`INSERT INTO sim_domains ${sql.insert(row)}`
      const { domain: found } = Option.getOrThrow(yield* store.findDomain("r", DomainName.make("a.example")))
      assert.deepStrictEqual([found.creator, found.updater, found.updated_on], ["platform", null, null])
      assert.deepStrictEqual(found.grace.map(({ charged }) => charged), [0])
    }))
})
