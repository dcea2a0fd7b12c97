import { assert, it } from "@effect/vitest"
import { type DesiredState, difference, isEmpty } from "@namewright/core/domains"
import { ClientStatus, type RegistryDomain } from "@namewright/core/registry"
import { DomainName, Hostname } from "@namewright/core/shared"
import { Effect, Schema } from "effect"

const hostnames = ["ns1.example.net", "ns2.example.net", "ns3.example.net"].map((name) => Hostname.make(name))
const handles = ["N1", "N2", "N3"]

const seenOf = (parts: Pick<RegistryDomain, "contacts" | "nameservers" | "statuses">): RegistryDomain => ({
  name: DomainName.make("example.com"),
  roid: "D1-SIM",
  sponsored: true,
  subordinate_hosts: [],
  dnssec: [],
  auth_code: null,
  created_on: null,
  expires_on: null,
  transferred_on: null,
  ...parts
})

const Some = <S extends Schema.Constraint>(item: S) => Schema.UniqueArray(item)
const State = Schema.Struct({
  nameservers: Some(Schema.Literals([0, 1, 2])),
  admins: Some(Schema.Literals([0, 1, 2])),
  registrant: Schema.Literals([0, 1, 2]),
  statuses: Some(ClientStatus)
})
type State = typeof State.Type

const contactsOf = ({ admins, registrant }: State) => [
  { type: "registrant" as const, handle: handles[registrant] ?? "" },
  ...admins.map((index) => ({ type: "admin" as const, handle: handles[index] ?? "" }))
]

const nameserversOf = ({ nameservers }: State) =>
  nameservers.flatMap((index) => {
    const hostname = hostnames[index]
    return hostname === undefined ? [] : [{ hostname, ip_addresses: [] }]
  })

const desiredOf = (state: State): DesiredState => ({
  contacts: contactsOf(state),
  nameservers: nameserversOf(state),
  statuses: state.statuses,
  auth_code: null
})

const registryOf = (state: State) =>
  seenOf({ contacts: contactsOf(state), nameservers: nameserversOf(state), statuses: state.statuses })

it.effect.prop(
  "the difference of a state to itself is empty",
  [State],
  ([state]) => Effect.sync(() => assert.isTrue(isEmpty(difference(registryOf(state), desiredOf(state)))))
)

it.effect.prop(
  "adding and removing what is told leads to the wanted state",
  [State, State],
  ([from, to]) =>
    Effect.sync(() => {
      const { add, registrant, remove } = difference(registryOf(from), desiredOf(to))
      const statuses = [...from.statuses.filter((status) => !remove.statuses.includes(status)), ...add.statuses]
      assert.deepStrictEqual(statuses.toSorted(), to.statuses.toSorted())
      const names = (list: ReadonlyArray<{ readonly hostname: string }>) => list.map(({ hostname }) => hostname)
      const kept = names(nameserversOf(from)).filter((name) => !names(remove.nameservers).includes(name))
      assert.deepStrictEqual([...kept, ...names(add.nameservers)].toSorted(), names(nameserversOf(to)).toSorted())
      assert.strictEqual(registrant ?? handles[from.registrant], handles[to.registrant])
      assert.isFalse(add.statuses.some((status) => remove.statuses.includes(status)))
    })
)

it.effect.prop("parts that nobody names stay as they are", [State], ([state]) =>
  Effect.sync(() =>
    assert.isTrue(
      isEmpty(difference(registryOf(state), { contacts: null, nameservers: null, statuses: null, auth_code: null }))
    )
  ))
