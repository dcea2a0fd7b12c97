import { DnsName, Rdata, type RecordType } from "@namewright/core/dns"
import { Result } from "effect"
import { Draw } from "../../../core/test/dns/Draw.ts"
import type { ImageRrset } from "../../src/image/ImageRrset.ts"
import { rrTypes } from "../../src/message/RrType.ts"
import type { ExampleKey } from "./ExampleKeys.ts"

export const nameOf = (text: string): DnsName.DnsName => Result.getOrThrow(DnsName.parse(text))

/** An RRset from zone file texts; names without a final dot are below the origin. */
export const rrsetOf = (
  owner: string,
  type: RecordType,
  records: ReadonlyArray<string>,
  { origin, ttl = 300 }: { readonly origin: DnsName.DnsName; readonly ttl?: number }
): ImageRrset => ({
  name: Result.getOrThrow(DnsName.parse(owner, origin)),
  type: rrTypes[type],
  ttl,
  rdata: records.map((text) =>
    Rdata.encode(type, Result.getOrThrow(Rdata.parse(type, text, { origin, form: "zone_file" })))
  )
})

/** What follows from a zone's row and keys. */
export const apexRrsets = (origin: DnsName.DnsName, keys: ReadonlyArray<ExampleKey>): ReadonlyArray<ImageRrset> => {
  const of = { origin, ttl: 3600 }
  return [
    rrsetOf("@", "SOA", ["ns1.Host.test. hostmaster.Host.test. 2026112201 10800 3600 604800 300"], of),
    rrsetOf("@", "NS", ["ns1.host.test.", "NS2.host.test."], of),
    { name: origin, type: rrTypes.DNSKEY, ttl: 300, rdata: keys.map(({ dnskeyRdata }) => dnskeyRdata) }
  ]
}

/** Labels that sort in unusual positions, and some that share a beginning. */
const labels: ReadonlyArray<string> = [
  "a",
  "b",
  "c",
  "ab",
  "a-b",
  "a_b",
  "_dmarc",
  "_443",
  "_tcp",
  "0",
  "1",
  "9",
  "10",
  "x",
  "xn--bcher-kva",
  "www",
  "mail",
  "\\000",
  "\\001",
  "\\002",
  "\\200",
  "\\255",
  "a\\000",
  "a\\001b",
  "a\\.b",
  "\\\\",
  "\\*",
  "a\\032b",
  "\\@",
  "\\;"
]

const digest = "8ACBB0CD28F41250A80A491389424D341522D946B0DA0C0291F2D3D771D7805A"

/** A name below the origin, of one to four labels. */
export const drawName = (draw: Draw, without: ReadonlyArray<string> = []): string => {
  const usable = labels.filter((label) => !without.includes(label))
  return draw.times(1 + draw.below(draw.chance(70) ? 2 : 4), () => draw.pick(["a", ...usable])).join(".")
}

type Content = readonly [type: RecordType, records: ReadonlyArray<string>]

const drawContent = (draw: Draw): ReadonlyArray<Content> => {
  const all: ReadonlyArray<Content> = [
    ["A", [`192.0.2.${draw.below(256)}`, "192.0.2.65", "192.0.2.9"].slice(0, 1 + draw.below(2))],
    ["AAAA", ["2001:db8::1", "2001:DB8::ABCD"]],
    ["MX", ["10 Mail.Example.TEST.", "5 mail", "10 a.mail"]],
    ["TXT", ["\"Hello World\"", "\"a\" \"b\"", `"${"X".repeat(200)}"`]],
    ["SRV", ["0 5 5060 Sip.Example.TEST."]],
    ["CAA", ["0 issue \"CA.example.net\""]],
    ["HTTPS", ["1 . alpn=h2,h3", "2 Alternative.Example.TEST. port=8443"]],
    ["URI", ["10 1 \"https://Example.test/\""]],
    ["RP", ["Admin.Example.test. Text.Example.test."]],
    ["NAPTR", ["100 10 \"S\" \"SIP+D2U\" \"\" _Sip._udp.Example.test."]],
    ["SSHFP", [`4 2 ${digest}`]],
    ["TLSA", [`3 1 1 ${digest}`]],
    ["LOC", ["52 22 23 N 4 53 32 E -2.00m"]],
    ["PTR", ["Host.Example.test."]]
  ]
  return all.filter(() => draw.chance(20))
}

/** A zone with wildcards, empty non-terminals, delegations, glue, names below cuts, DNAME and odd labels, but for those left out. */
export const generatedZone = (
  seed: number,
  origin: DnsName.DnsName,
  keys: ReadonlyArray<ExampleKey>,
  without: ReadonlyArray<string> = []
): ReadonlyArray<ImageRrset> => {
  const draw = new Draw(seed)
  const rrsets = new Map<DnsName.DnsName, ReadonlyArray<ImageRrset>>()
  const put = (owner: string, contents: ReadonlyArray<Content>): void => {
    const of = { origin, ttl: draw.pick([60, 300, 3600, 86_400]) }
    const own = contents.map(([type, records]) => rrsetOf(owner, type, records, of))
    const [first] = own
    if (first !== undefined) rrsets.set(first.name, own)
  }
  for (let index = 5 + draw.below(40); index > 0; index--) {
    const owner = drawName(draw, without)
    const kind = draw.below(10)
    if (kind === 0) put(owner, [["CNAME", [`Target.${drawName(draw, without)}`]]])
    else if (kind === 1) put(`*.${owner}`, drawContent(draw))
    else if (kind === 2) {
      put(`d${index}`, [["DNAME", ["Else.Where.test."]], ...(draw.chance(50) ? drawContent(draw) : [])])
    } else if (kind <= 4) {
      const delegation = `z${index}.${owner}`
      const ds: ReadonlyArray<Content> = draw.chance(50) ? [["DS", [`1 13 2 ${digest}`, `60485 13 2 ${digest}`]]] : []
      put(delegation, [["NS", [`ns.${delegation}`, "ns.Other.test."]], ...ds])
      put(`ns.${delegation}`, [["A", ["192.0.2.53"]]])
    } else put(owner, drawContent(draw))
  }
  return [...apexRrsets(origin, keys), ...[...rrsets.values()].flat()]
}
