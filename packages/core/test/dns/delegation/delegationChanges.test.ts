import { assert, describe, it } from "@effect/vitest"
import { childRrsets, type ChildZone, delegationChanges, type DnsRrsetType, type Rrset } from "@namewright/core/dns"
import { nameOf } from "../ExampleZone.ts"

const platform = nameOf("ns.platform.test.")
const parent = { name: nameOf("example.test."), ours: [platform] }
const ours = ["ns1.host.test.", "ns2.host.test."].map(nameOf)

const child = (name: string, rest: Partial<ChildZone> = {}): ChildZone => ({
  name: nameOf(name),
  nameservers: ours,
  glue: [],
  ds: [],
  ...rest
})

const written = (name: string, type: DnsRrsetType, ...records: ReadonlyArray<string>): Rrset => ({
  name: nameOf(name),
  type,
  ttl: 300,
  records,
  protected_reason: null
})

/** `+` for what is there afterwards, `-` for what was. */
const decided = (children: ReadonlyArray<ChildZone>, ...stored: ReadonlyArray<Rrset>) => {
  const { changes, conflicts } = delegationChanges(parent, children, stored)
  const line = (sign: string, rrset: Rrset | null) =>
    rrset === null ? [] : [`${sign}${rrset.name} ${rrset.ttl} ${rrset.type} ${rrset.records.join(" ")}`]
  return {
    changes: changes.flatMap(({ after, before }) => [...line("-", before), ...line("+", after)]),
    conflicts: conflicts.map(({ child: name, rrset }) => `${name} ${rrset.name} ${rrset.type}`)
  }
}

const ds = ["1 13 2 AA", "2 13 2 BB"].map((text) => `${text}${"0".repeat(62)}`)

describe("A zone that delegates its child zones", () => {
  it("contains their nameservers, DS records and glue, all protected", () => {
    const inner = child("sub.example.test.", {
      nameservers: [nameOf("ns1.sub.example.test.")],
      glue: [written("ns1.sub.example.test.", "A", "192.0.2.53")],
      ds: ds.toReversed()
    })
    assert.deepStrictEqual(decided([inner, child("a.b.example.test.")]), {
      changes: [
        "+sub.example.test. 3600 NS ns1.sub.example.test.",
        `+sub.example.test. 300 DS ${ds.join(" ")}`,
        "+ns1.sub.example.test. 300 A 192.0.2.53",
        "+a.b.example.test. 3600 NS ns1.host.test. ns2.host.test."
      ],
      conflicts: []
    })
    for (const { protected_reason } of childRrsets(inner)) assert.strictEqual(protected_reason, "CHILD_ZONE")
  })

  it("changes only differences", () => {
    const [before] = childRrsets(child("sub.example.test."))
    const stored = [...childRrsets(child("sub.example.test.", { ds })), ...childRrsets(child("gone.example.test."))]
    assert.isDefined(before)
    assert.deepStrictEqual(decided([child("sub.example.test.", { ds })], ...stored.slice(0, 2)).changes, [])
    assert.deepStrictEqual(decided([child("sub.example.test.", { ds: ds.slice(0, 1) })], ...stored).changes, [
      "-gone.example.test. 3600 NS ns1.host.test. ns2.host.test.",
      `-sub.example.test. 300 DS ${ds.join(" ")}`,
      `+sub.example.test. 300 DS ${ds[0]}`
    ])
  })

  it("takes over the NS of its owner that name nameservers of the child or the platform, and addresses that are glue", () => {
    const stored = [
      written("sub.example.test.", "NS", "NS2.host.test.", platform),
      written("ns1.sub.example.test.", "A", "192.0.2.1")
    ]
    const inner = child("sub.example.test.", {
      nameservers: [...ours, nameOf("ns1.sub.example.test.")],
      glue: [written("ns1.sub.example.test.", "A", "192.0.2.53")]
    })
    assert.deepStrictEqual(decided([inner], ...stored), {
      changes: [
        "-sub.example.test. 300 NS NS2.host.test. ns.platform.test.",
        "+sub.example.test. 3600 NS ns1.sub.example.test. ns1.host.test. ns2.host.test.",
        "-ns1.sub.example.test. 300 A 192.0.2.1",
        "+ns1.sub.example.test. 300 A 192.0.2.53"
      ],
      conflicts: []
    })
  })

  it.each([
    written("sub.example.test.", "NS", "ns1.host.test.", "ns.elsewhere.test."),
    written("sub.example.test.", "CNAME", "www.example.test."),
    written("sub.example.test.", "DNAME", "other.test."),
    written("example.test.", "DNAME", "other.test.")
  ])("delegates no child beside $name $type of its owner, and says so", (rrset) => {
    assert.deepStrictEqual(decided([child("sub.example.test.")], rrset), {
      changes: [],
      conflicts: [`sub.example.test. ${rrset.name} ${rrset.type}`]
    })
  })

  it("keeps addresses that the platform manages for another reason", () => {
    const address = { ...written("ns1.sub.example.test.", "A", "192.0.2.53"), protected_reason: "GENERIC" as const }
    const inner = child("sub.example.test.", { nameservers: [address.name], glue: [address] })
    assert.deepStrictEqual(decided([inner], address).changes, ["+sub.example.test. 3600 NS ns1.sub.example.test."])
    assert.deepStrictEqual(decided([], address).changes, [])
  })
})
