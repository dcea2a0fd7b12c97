import { assert, describe, it } from "@effect/vitest"
import { printMasterFile, Rdata, type RecordType, recordTypes } from "@namewright/core/dns"
import { Effect, Result, Schema } from "effect"
import { Draw } from "./Draw.ts"
import { exampleZone, zoneFile } from "./ExampleZone.ts"
import { recordText } from "./RecordSamples.ts"
import { MemoryZone, recordOps, zoneOf } from "./rules/MemoryZone.ts"

const imported = (text: string, zone = new MemoryZone()) => {
  const decision = zone.take({ kind: "master_file", text })
  return { ...decision, lines: zone.lines }
}

/** Line and slug of everything that is wrong with a text. */
const problemsOf = (text: string): ReadonlyArray<string> => {
  const decision = Effect.runSync(Effect.result(new MemoryZone().decide({ kind: "master_file", text })))
  if (Result.isSuccess(decision)) return []
  return decision.failure._tag === "ZoneValidationFailed"
    ? decision.failure.errors.map(({ loc, type }) => `${loc.slice(1).join(" ")} ${type}`)
    : [decision.failure._tag]
}

const sample = `\uFEFF; A zone with all that the format has.
$TTL 1h
@	IN	SOA	ns1.host.test. hostmaster.host.test. (
		2026112200 ; serial
		3h 1h 1w 5m )
	IN	NS	ns1.host.test.
	NS ns2.host.test.
	MX 10 mail
mail	300 IN A 192.0.2.1
	IN 300 AAAA ( 2001:db8::1
	)
www IN CNAME @
TXT TXT "a ; b" c\\;d "e\\"f"
$ORIGIN sub.example.test.
@ 600 NS ns
NS\t600\tA\t192.0.2.53
$ORIGIN deeper
a.b type1 \\# 4 C0000202
_x HTTPS 1 . alpn="h2,h3" port=8443
example.test. in dnskey 257 3 13 AAAA
www.example.test. RRSIG CNAME 13 3 300 20261231000000 20260101000000 1 example.test. AAAA
`

describe("a master file", () => {
  it("has owners, TTLs, classes, groups, comments and directives", () => {
    const { left_out, lines, warnings } = imported(sample)
    assert.deepStrictEqual(lines, [
      "@ 3600 MX 10 mail.example.test.",
      "_x.deeper.sub 3600 HTTPS 1 . alpn=h2,h3 port=8443",
      "a.b.deeper.sub 3600 A 192.0.2.2",
      "mail 300 A 192.0.2.1",
      "mail 300 AAAA 2001:db8::1",
      "ns.sub 600 A 192.0.2.53",
      "sub 600 NS ns.sub.example.test.",
      "txt 3600 TXT \"a ; b\" \"c;d\" \"e\\\"f\"",
      "www 3600 CNAME example.test."
    ])
    assert.deepStrictEqual(left_out.map(({ line, type }) => `${line} ${type}`), [
      "3 SOA",
      "6 NS",
      "7 NS",
      "20 DNSKEY",
      "21 RRSIG"
    ])
    assert.deepStrictEqual(
      warnings.map(({ loc, type }) => `${loc.at(-1)} ${type}`),
      ["8 missing_dmarc", "15 delegation_occluded", "18 delegation_occluded", "19 delegation_occluded"]
    )
  })

  it("takes its TTL from $TTL, the record before or the SOA", () => {
    const soa = "@ SOA a. b. 1 2 3 4 90\n"
    assert.deepStrictEqual(imported(`${soa}a A 192.0.2.1\n`).lines, ["a 90 A 192.0.2.1"])
    assert.deepStrictEqual(imported(`a 1m A 192.0.2.1\nb A 192.0.2.1\n`).lines, [
      "a 60 A 192.0.2.1",
      "b 60 A 192.0.2.1"
    ])
    assert.deepStrictEqual(imported(`$TTL 1d1s\na 60 A 192.0.2.1\nb A 192.0.2.1`).lines, [
      "a 60 A 192.0.2.1",
      "b 86401 A 192.0.2.1"
    ])
    assert.deepStrictEqual(problemsOf("a A 192.0.2.1"), ["master_file 1 invalid_ttl"])
  })

  it("takes the place of what users have written, and of nothing that is protected", () => {
    const zone = zoneOf("a A 192.0.2.1", "b A 192.0.2.1")
    zone.apply([{
      name: exampleZone,
      type: "TXT",
      before: null,
      after: { name: exampleZone, type: "TXT", ttl: 60, records: ["\"x\""], protected_reason: "GENERIC" }
    }])
    assert.deepStrictEqual(imported("$TTL 60\na A 192.0.2.2\n", zone).lines, ["@ 60 TXT \"x\"", "a 60 A 192.0.2.2"])
  })

  it("leaves out records of protected RRsets, as an exported file has them, whatever the file says of them", () => {
    const guarded = { name: exampleZone, type: "A", ttl: 60, records: ["192.0.2.1", "192.0.2.2"] } as const
    const zone = zoneOf("a A 192.0.2.1")
    zone.apply([{ ...guarded, before: null, after: { ...guarded, protected_reason: "GENERIC" } }])
    const { lines } = zone
    const file = printMasterFile(exampleZone, [...zone.rrsets.values()])
    const { changes, left_out } = imported(file, zone)
    assert.deepStrictEqual([changes, zone.lines], [[], lines])
    assert.deepStrictEqual(left_out.map(({ name, type }) => `${name} ${type}`), [
      `${exampleZone} A`,
      `${exampleZone} A`
    ])
    assert.deepStrictEqual(imported("$TTL 60\n@ A 192.0.2.9\n@ TXT x\n", zone).lines, [
      "@ 60 A 192.0.2.1 | 192.0.2.2",
      "@ 60 TXT \"x\""
    ])
  })

  it("counts a record once that stands twice, and says so", () => {
    const { lines, warnings } = imported("$TTL 60\na A 192.0.2.1\na A 192.0.2.1\n")
    assert.deepStrictEqual(lines, ["a 60 A 192.0.2.1"])
    assert.deepStrictEqual(warnings.map(({ loc, type }) => `${loc.at(-1)} ${type}`), ["3 duplicate_record"])
  })

  it.each([
    ["a 60 A 192.0.2\nb 60 A 192.0.2.1\nb 61 A 192.0.2.2", ["1 invalid_rdata", "3 ttl_mismatch"]],
    ["a 60 A 192.0.2.1\n; none\na 60 CNAME b.test.", ["3 cname_conflict"]],
    ["a 60 (\nA 192.0.2.1", ["1 master_file_syntax"]],
    ["a 60 A 192.0.2.1 )", ["1 master_file_syntax"]],
    ["a 60 TXT \"x\nb 60 TXT x", ["1 master_file_syntax"]],
    [" 60 A 192.0.2.1", ["1 master_file_syntax"]],
    ["a 60", ["1 master_file_syntax"]],
    ["a 60 CH A 192.0.2.1", ["1 master_file_syntax"]],
    ["$INCLUDE other\n$GENERATE 1-9 a A 192.0.2.$\n$TTL\n$TTL x\n$ORIGIN a b", [
      "1 master_file_syntax",
      "2 master_file_syntax",
      "3 master_file_syntax",
      "4 invalid_ttl",
      "5 master_file_syntax"
    ]],
    ["a 60 HINFO a b\na 60 TYPE999 \\# 0\na 60 WORD x", [
      "1 unsupported_type",
      "2 unsupported_type",
      "3 unsupported_type"
    ]],
    ["other.test. 60 A 192.0.2.1\na..b 60 A 192.0.2.1\na.*.b 60 A 192.0.2.1", [
      "1 name_out_of_zone",
      "2 invalid_name",
      "3 wildcard_position"
    ]],
    ["a 29 A 192.0.2.1\nb 2w A 192.0.2.1", ["1 invalid_ttl", "2 invalid_ttl"]],
    ["a 60 NS n_s.test.", ["1 host_name_syntax"]]
  ])("is refused with the lines of all its problems: %j", (text, problems) => {
    assert.deepStrictEqual(problemsOf(text), problems.map((problem) => `master_file ${problem}`))
  })

  it("has a size that can be read", () => {
    const line = "a 60 A 192.0.2.1 ; again and again\n"
    assert.deepStrictEqual(problemsOf(line.repeat(8 * 1024 * 1024 / line.length + 1)), [
      "master_file 1 master_file_syntax"
    ])
    assert.lengthOf(problemsOf("a 60 A x\n".repeat(5000)), 1000)
  })

  it.prop("is read or refused, whatever the text", [Schema.String, Schema.Int], ([text, seed]) => {
    const draw = new Draw(seed)
    const near = [...sample]
    for (let slips = 0; slips < 4; slips++) {
      near.splice(draw.below(near.length), draw.below(3), draw.pick(["\"", "(", ")", "\\", ";", "\n", " ", "$", "@"]))
    }
    for (const some of [text, near.join(""), sample + text]) {
      const zone = new MemoryZone()
      const decision = Effect.runSync(Effect.result(zone.decide({ kind: "master_file", text: some })))
      if (Result.isFailure(decision)) assert.isAbove(decision.failure.message.length, 0)
      else zone.apply(decision.success.changes)
    }
  })

  const managed = new Set<RecordType>(["SOA", "DNSKEY", "DS", "CDS", "CDNSKEY"])
  const types = recordTypes.filter((type) => !managed.has(type))

  it.prop("comes back as it was printed", [Schema.Int], ([seed]) => {
    const draw = new Draw(seed)
    const zone = new MemoryZone()
    for (const [index, type] of types.entries()) {
      const text = recordText(type, draw)
      const value = Rdata.parse(type, text, zoneFile)
      if (Result.isFailure(value) || Rdata.refusals(type, value.success).length > 0) continue
      const decision = Effect.runSync(
        Effect.result(zone.decide(recordOps(`+r${index} ${type} ${Rdata.text(type, value.success)}`)))
      )
      if (Result.isSuccess(decision)) zone.apply(decision.success.changes)
    }
    assert.isAbove(zone.rrset_count, 5)
    const printed = printMasterFile(exampleZone, [...zone.rrsets.values()])
    assert.deepStrictEqual(imported(printed).lines, zone.lines)
    assert.deepStrictEqual(zone.take({ kind: "master_file", text: printed }).changes, [])
  })
})
