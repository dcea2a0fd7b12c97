import { assert } from "@effect/vitest"
import { contractBackends, RegistryOrders } from "@namewright/conformance"
import { RegistrySimulator } from "@namewright/core/registry"
import { Effect } from "effect"
import type { DomainCreate, DomainInfo, DomainUpdate, EppCommand, EppDsData } from "../../src/index.ts"
import type { RawClient } from "./RawClient.ts"
import { written } from "./TestServer.ts"

export const accounts = Effect.map(RegistrySimulator, ({ registry }) => ({
  ours: registry(contractBackends.generic, "ours"),
  theirs: registry(contractBackends.generic, "theirs")
}))
export const authInfo = { password: "Correct-Horse-1" }

/** What a registration needs; a contact of the registrar's is made for it. */
export const creation = Effect.fnUntraced(function*(changes: Partial<DomainCreate> = {}) {
  const id = yield* RegistryOrders.newContact((yield* accounts).ours)
  const command: DomainCreate = {
    _tag: "DomainCreate",
    name: yield* RegistryOrders.newName("generic"),
    registrant: id,
    contacts: [{ type: "admin", id }, { type: "tech", id }],
    authInfo,
    ...changes
  }
  return command
})

/** A name that is ours. */
export const registered = Effect.gen(function*() {
  const { name } = yield* RegistryOrders.register((yield* accounts).ours)
  return name
})

export const update = (name: string, changes: Partial<DomainUpdate>): DomainUpdate => ({
  _tag: "DomainUpdate",
  name,
  ...changes
})
export const status = (...statuses: ReadonlyArray<string>) => ({
  contacts: [],
  statuses: statuses.map((it) => ({ status: it }))
})

export const dataOf = Effect.fnUntraced(function*(client: RawClient, command: EppCommand) {
  const { data, results } = yield* client.ask(written(command))
  assert.strictEqual(results[0].code, 1000, results[0].message)
  return data
})

export const infoOf = Effect.fnUntraced(function*(client: RawClient, name: string, changes: Partial<DomainInfo> = {}) {
  const data = yield* dataOf(client, { _tag: "DomainInfo", name, ...changes })
  return data?._tag === "DomainData" ? data : assert.fail("no data of a domain")
})

export const ds = (keyTag: number): EppDsData => ({ keyTag, algorithm: 13, digestType: 2, digest: "AB".repeat(32) })
