import {
  DnsName,
  newZoneId,
  type PublishedRrset,
  type PublishedZone,
  Rdata,
  type RecordType
} from "@namewright/core/dns"
import { Effect, Result } from "effect"
import type { Draw } from "../../../core/test/dns/Draw.ts"
import type { ExampleKey } from "../signing/ExampleKeys.ts"

const labels = ["a", "b", "c", "d", "*"] as const

/** Few labels, so that names meet: one to three of them below the zone, `@` for the apex. */
export const drawOwner = (draw: Draw, deepest = 3): string => {
  if (draw.chance(4)) return "@"
  const [first, ...others] = draw.times(1 + draw.below(deepest), () => draw.pick(labels))
  return [first ?? "a", ...others.map((label) => label === "*" && draw.chance(90) ? "e" : label)].join(".")
}

type Content = readonly [type: RecordType, records: ReadonlyArray<string>]

const digest = "8ACBB0CD28F41250A80A491389424D341522D946B0DA0C0291F2D3D771D7805A"

/** Mostly in the zone. */
const target = (draw: Draw): string =>
  draw.chance(85) ? drawOwner(draw) : draw.pick(["www.elsewhere.test.", "a.host.test.", "A.B"])

const someRrsets = (draw: Draw): ReadonlyArray<Content> => {
  const contents: ReadonlyArray<Content> = [
    ["A", ["192.0.2.1", "192.0.2.2"].slice(0, 1 + draw.below(2))],
    ["AAAA", ["2001:db8::1"]],
    ["TXT", ["\"some text\"", `"${"x".repeat(60)}"`].slice(0, 1 + draw.below(2))],
    ["MX", [`10 ${target(draw)}`, `20 ${target(draw)}`]],
    ["SRV", [`0 5 5060 ${target(draw)}`]],
    ["CAA", ["0 issue \"ca.example.net\""]]
  ]
  const chosen = contents.filter(() => draw.chance(30))
  return chosen.length > 0 ? chosen : contents.slice(0, 1)
}

/** The contents of a zone by owners. What a nameserver refuses to load is left out: see `loadable`. */
const drawContents = (draw: Draw): Map<string, ReadonlyArray<Content>> => {
  const zone = new Map<string, ReadonlyArray<Content>>()
  for (let count = 4 + draw.below(25); count > 0; count--) {
    const owner = drawOwner(draw)
    const kind = draw.below(12)
    if (owner === "@") zone.set(owner, someRrsets(draw))
    else if (kind <= 2) zone.set(owner, [["CNAME", [target(draw)]]])
    else if (kind === 3 && !owner.startsWith("*")) {
      zone.set(owner, [["DNAME", [target(draw)]], ...(draw.chance(50) ? someRrsets(draw) : [])])
    } else if (kind <= 5 && !owner.startsWith("*")) {
      const ds: ReadonlyArray<Content> = draw.chance(50) ? [["DS", [`60485 13 2 ${digest}`]]] : []
      zone.set(owner, [["NS", [`ns.${owner}`, draw.pick(["ns.elsewhere.test.", "a", "b.c"])]], ...ds])
      zone.set(`ns.${owner}`, [
        ["A", ["192.0.2.53"]],
        ...(draw.chance(50) ? [["AAAA", ["2001:db8::53"]] as const] : [])
      ])
    } else zone.set(owner, someRrsets(draw))
  }
  return zone
}

const has = (contents: ReadonlyArray<Content> | undefined, type: RecordType): boolean =>
  contents?.some(([own]) => own === type) === true

/** Names between an owner and the apex. */
const above = (owner: string): ReadonlyArray<string> =>
  owner.split(".").slice(1).map((_, index, all) => all.slice(index).join("."))

/** Without names below a DNAME, and without data below a delegation that is no glue. */
const loadable = (zone: ReadonlyMap<string, ReadonlyArray<Content>>): ReadonlyMap<string, ReadonlyArray<Content>> =>
  new Map([...zone].filter(([owner, contents]) => {
    const ancestors = above(owner)
    if (ancestors.some((name) => has(zone.get(name), "DNAME"))) return false
    const cut = ancestors.find((name) => has(zone.get(name), "NS"))
    return cut === undefined || owner.startsWith("ns.") && !has(contents, "CNAME")
  }))

/** A zone with chains of aliases, wildcards, empty non-terminals, delegations with glue and DNAME. */
export const drawnZone = Effect.fnUntraced(function*(
  draw: Draw,
  name: string,
  keys: ReadonlyArray<ExampleKey> = [],
  denial: "nsec" | "nsec3" = "nsec"
) {
  const origin = Result.getOrThrow(DnsName.parse(`${name}.`))
  const rrsetOf = (owner: string, ttl: number, [type, records]: Content): PublishedRrset => ({
    name: Result.getOrThrow(DnsName.parse(owner, origin)),
    type,
    ttl,
    records: [
      ...new Set(
        records.map((text) =>
          Rdata.text(type, Result.getOrThrow(Rdata.parse(type, text, { origin, form: "zone_file" })))
        )
      )
    ]
  })
  const apex: ReadonlyArray<PublishedRrset> = [
    rrsetOf("@", 3600, ["SOA", [`ns1.host.test. hostmaster.host.test. 2026112201 10800 3600 604800 300`]]),
    rrsetOf("@", 3600, ["NS", draw.chance(50) ? ["ns1.host.test.", "ns2.host.test."] : ["ns1.host.test.", "ns.a-b"]])
  ]
  const contents = [...loadable(drawContents(draw))].flatMap(([owner, own]) =>
    own.map((content) => rrsetOf(owner, draw.pick([60, 300, 86_400]), content))
  )
  const glue = rrsetOf("ns.a-b", 300, ["A", ["192.0.2.54"]])
  const dnskeys = keys.map(({ dnskey }) => Rdata.text("DNSKEY", dnskey))
  const zone: PublishedZone = {
    dns_zone_id: yield* newZoneId,
    name: origin,
    serial: 2026112201,
    rrsets: [
      ...apex,
      ...contents,
      glue,
      ...(keys.length === 0 ? [] : [rrsetOf("@", 300, ["DNSKEY", dnskeys])])
    ],
    signing: keys.length === 0 ? null : { keys, denial }
  }
  return zone
})
