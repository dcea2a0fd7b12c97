import { assert, it } from "@effect/vitest"
import { type DesiredState, difference, isEmpty } from "@namewright/core/domains"
import type { ClientStatus, RegistryDomain } from "@namewright/core/registry"
import { DomainName, Hostname } from "@namewright/core/shared"
import { Effect, Schema } from "effect"

const hostnames = [
  Hostname.make("ns1.example.net"),
  Hostname.make("ns2.example.net"),
  Hostname.make("ns3.example.net")
] as const
const handles = ["N1", "N2", "N3"] as const
const statuses = ["clientHold", "clientTransferProhibited", "clientUpdateProhibited"] as const

const seenOf = (parts: Pick<RegistryDomain, "contacts" | "nameservers" | "statuses">): RegistryDomain => ({
  name: DomainName.make("example.com"),
  roid: "D1-SIM",
  sponsor: "account",
  sponsor_id: "us",
  subordinate_hosts: [],
  dnssec: [],
  auth_code: null,
  created_on: null,
  expires_on: null,
  transferred_on: null,
  ...parts
})

/** Subset of a few values, with a flag for each. */
const Some = Schema.Struct({ first: Schema.Boolean, second: Schema.Boolean, third: Schema.Boolean })
const chosen = <A>({ first, second, third }: typeof Some.Type, [a, b, c]: readonly [A, A, A]): ReadonlyArray<A> => [
  ...(first ? [a] : []),
  ...(second ? [b] : []),
  ...(third ? [c] : [])
]

const State = Schema.Struct({
  nameservers: Some,
  admins: Some,
  registrant: Schema.Literals([0, 1, 2]),
  statuses: Some
})
type State = typeof State.Type

const contactsOf = ({ admins, registrant }: State) => [
  { type: "registrant" as const, handle: handles[registrant] },
  ...chosen(admins, handles).map((handle) => ({ type: "admin" as const, handle }))
]

const nameserversOf = ({ nameservers }: State) =>
  chosen(nameservers, hostnames).map((hostname) => ({ hostname, ip_addresses: [] }))

const statusesOf = (state: State) => chosen<ClientStatus>(state.statuses, statuses)

const desiredOf = (state: State): DesiredState => ({
  contacts: contactsOf(state),
  nameservers: nameserversOf(state),
  statuses: statusesOf(state),
  auth_code: null
})

const registryOf = (state: State) =>
  seenOf({ contacts: contactsOf(state), nameservers: nameserversOf(state), statuses: statusesOf(state) })

it.effect.prop(
  "the difference of a state to itself is empty",
  [State],
  ([state]) => Effect.sync(() => assert.isTrue(isEmpty(difference(registryOf(state), desiredOf(state)))))
)

it.effect.prop(
  "applying the difference results in the wanted state",
  [State, State],
  ([from, to]) =>
    Effect.sync(() => {
      const { add, registrant, remove } = difference(registryOf(from), desiredOf(to))
      const left = statusesOf(from).filter((status) => !remove.statuses.includes(status))
      assert.deepStrictEqual([...left, ...add.statuses].toSorted(), statusesOf(to).toSorted())
      const names = (list: ReadonlyArray<{ readonly hostname: string }>) => list.map(({ hostname }) => hostname)
      const kept = names(nameserversOf(from)).filter((name) => !names(remove.nameservers).includes(name))
      assert.deepStrictEqual([...kept, ...names(add.nameservers)].toSorted(), names(nameserversOf(to)).toSorted())
      assert.strictEqual(registrant ?? handles[from.registrant], handles[to.registrant])
      assert.isFalse(add.statuses.some((status) => remove.statuses.includes(status)))
    })
)

it.effect.prop("absent parts are unchanged", [State], ([state]) =>
  Effect.sync(() =>
    assert.isTrue(
      isEmpty(difference(registryOf(state), { contacts: null, nameservers: null, statuses: null, auth_code: null }))
    )
  ))
