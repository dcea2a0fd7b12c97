import { assert, describe, it } from "@effect/vitest"
import { type ImportMode, printMasterFile, Rdata, type RecordType, recordTypes } from "@namewright/core/dns"
import { Effect, Result, Schema } from "effect"
import { testSize } from "../../../../test/testSize.ts"
import { MasterFileEntries } from "../../src/dns/masterfile/MasterFileEntries.ts"
import { Draw } from "./Draw.ts"
import { exampleZone, zoneFile } from "./ExampleZone.ts"
import { recordText } from "./RecordSamples.ts"
import { MemoryZone, recordOps, zoneOf } from "./rules/MemoryZone.ts"

const imported = (text: string, zone = new MemoryZone(), mode: ImportMode = "strict") => {
  const decision = zone.take({ kind: "master_file", text, mode })
  return { ...decision, lines: zone.lines }
}

/** Line and slug of everything that is wrong with a text. */
const problemsOf = (text: string, mode: ImportMode = "strict"): ReadonlyArray<string> => {
  const decision = Effect.runSync(Effect.result(new MemoryZone().decide({ kind: "master_file", text, mode })))
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

  it("replaces what users have written, and nothing that is protected", () => {
    const zone = zoneOf("a A 192.0.2.1", "b A 192.0.2.1")
    zone.apply([{
      name: exampleZone,
      type: "TXT",
      before: null,
      after: { name: exampleZone, type: "TXT", ttl: 60, records: ["\"x\""], protected_reason: "GENERIC" }
    }])
    assert.deepStrictEqual(imported("$TTL 60\na A 192.0.2.2\n", zone).lines, ["@ 60 TXT \"x\"", "a 60 A 192.0.2.2"])
  })

  it("omits records of protected RRsets, which exported files contain", () => {
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

  it("counts a duplicate record once, with a warning", () => {
    const { lines, warnings } = imported("$TTL 60\na A 192.0.2.1\na A 192.0.2.1\n")
    assert.deepStrictEqual(lines, ["a 60 A 192.0.2.1"])
    assert.deepStrictEqual(warnings.map(({ loc, type }) => `${loc.at(-1)} ${type}`), ["3 duplicate_record"])
    assert.deepStrictEqual(warnings.map(({ ctx }) => ctx?.["level"]), ["warning"])
  })

  it.each([
    ["owner", "a..b 60 A 192.0.2.1\n 60 A 192.0.2.2\n 60 TXT x\nb 60 A 192.0.2.1", ["1 invalid_name"]],
    ["TTL", "$TTL x\na A 192.0.2.1\nb A 192.0.2.1", ["1 invalid_ttl"]]
  ])("reports an invalid %s once, and not for the lines that follow", (_, text, problems) => {
    assert.deepStrictEqual(problemsOf(text), problems.map((problem) => `master_file ${problem}`))
  })

  it.each(["2147483648", "4294967295", "9".repeat(30)])("has a TTL of %s seconds, which is out of bounds", (ttl) => {
    const text = `www ${ttl} IN A 192.0.2.1\n$TTL ${ttl}\na A 192.0.2.1\n`
    const { left_out, lines, warnings } = imported(text, undefined, "lenient")
    assert.deepStrictEqual([lines, left_out], [["a 604800 A 192.0.2.1", "www 604800 A 192.0.2.1"], []])
    assert.deepStrictEqual(warnings.map(({ loc, type }) => `${loc.at(-1)} ${type}`), ["1 invalid_ttl", "3 invalid_ttl"])
    assert.deepStrictEqual(problemsOf(text), ["master_file 1 invalid_ttl", "master_file 3 invalid_ttl"])
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
    ["a 60 HIP 2 a b\na 60 TYPE255 \\# 0\na 60 WORD x\na 60 TYPE999 x", [
      "1 unsupported_type",
      "2 unsupported_type",
      "3 unsupported_type",
      "4 invalid_rdata"
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

  it("has types by number, with octets as data", () => {
    const { left_out, lines } = imported(
      "$TTL 60\na TYPE65280 \\# 4 C000 02 01\na TYPE13 \\# 4 01610162\n@ TYPE48 \\# 5 0101030D00\n"
    )
    assert.deepStrictEqual(lines, ["a 60 HINFO \"a\" \"b\"", "a 60 TYPE65280 \\# 4 C0000201"])
    assert.deepStrictEqual(left_out.map(({ line, type }) => `${line} ${type}`), ["4 DNSKEY"])
  })

  it.each([
    ["@ 60 DS 1 13 2 00", "1 invalid_rdata"],
    ["@ 60 SOA a. b. 1 2 3 4", "1 invalid_rdata"],
    ["@ 60 NS a..b.", "1 invalid_rdata"],
    ["@ 60 CDNSKEY 257 3 13 A", "1 invalid_rdata"],
    ["@ 60 RRSIG CNAME 13 3 300 20261231000000 20260101000000 1 example.test.", "1 invalid_rdata"],
    ["@ 60 NSEC a.example.test. A NONE", "1 invalid_rdata"],
    ["@ 60 NSEC3 1 0 0 zz 0p9mhaveqvm6t7vbl5lop2u3t2rp3tom A", "1 invalid_rdata"],
    ["@ 60 NSEC3PARAM 1 0 0 - x", "1 invalid_rdata"],
    ["@ 60 ZONEMD 1 1 1 zz", "1 invalid_rdata"],
    ["@ 60 TYPE46 \\# 3 00", "1 invalid_rdata"]
  ])("is refused with a broken record that would be left out: %s", (line, problem) => {
    for (const mode of ["strict", "lenient"] as const) {
      assert.deepStrictEqual(problemsOf(line, mode), [`master_file ${problem}`])
    }
  })

  it("omits well-formed DNSSEC records in any form", () => {
    const { left_out, lines } = imported(`$TTL 60
@ NSEC a.example.test. A NS TYPE65280
@ NSEC3PARAM 1 0 0 -
0p9mhaveqvm6t7vbl5lop2u3t2rp3tom NSEC3 1 1 12 aabbccdd 2vptu5timamqttgl4luu9kg21e0aor3s A RRSIG
@ ZONEMD 2018031500 1 1 FEBE3D4CE2EC2FFA4BA99D46CD69D6D29711E55217057BEE7EB1A7B641A47BA7FED2DD5B97AE499FAFA4F22C6BD647DE
@ TYPE46 \\# 1 00
@ RRSIG SOA 13 2 3600 1800000000 1700000000 7 @ AAAA
`)
    assert.deepStrictEqual([lines, left_out.map(({ reason, type }) => `${type} ${reason}`)], [[], [
      "NSEC managed",
      "NSEC3PARAM managed",
      "NSEC3 managed",
      "ZONEMD managed",
      "RRSIG managed",
      "RRSIG managed"
    ]])
  })

  it("is corrected by a lenient import, with a warning for every change", () => {
    const { left_out, lines, warnings } = imported(
      `$TTL 300
a A 192.0.2.1
a 60 A 192.0.2.2
a 600 A 192.0.2.3
b 5 A 192.0.2.1
c 2w A 192.0.2.1
d HIP 2 200100107B1A74DF365639CC39F1D578 AwEAAbdxyhNuSutc5EMzxTs9LBPCIk
e NSEC9 x
f 0 TXT x
f 1 TXT y
`,
      undefined,
      "lenient"
    )
    assert.deepStrictEqual(lines, [
      "a 60 A 192.0.2.1 | 192.0.2.2 | 192.0.2.3",
      "b 30 A 192.0.2.1",
      "c 604800 A 192.0.2.1",
      "f 30 TXT \"x\" | \"y\""
    ])
    assert.deepStrictEqual(warnings.map(({ loc, type }) => `${loc.at(-1)} ${type}`), [
      "3 ttl_mismatch",
      "4 ttl_mismatch",
      "5 invalid_ttl",
      "6 invalid_ttl",
      "7 unsupported_type",
      "8 unsupported_type",
      "9 invalid_ttl",
      "10 invalid_ttl"
    ])
    assert.isTrue(warnings.every(({ ctx }) => ctx?.["level"] === "warning"))
    assert.deepStrictEqual(left_out.map(({ line, name, reason, type }) => `${line} ${name} ${type} ${reason}`), [
      "7 d.example.test. HIP unsupported_type",
      "8 e.example.test. NSEC9 unsupported_type"
    ])
  })

  it("must be well-formed in a lenient import too", () => {
    assert.deepStrictEqual(
      problemsOf("$TTL 5\na A x\nother.test. HIP x\n$INCLUDE x\nb A 192.0.2.1\nb CNAME c\nd A 192.0.2.1 )", "lenient"),
      ["2 invalid_rdata", "3 name_out_of_zone", "4 master_file_syntax", "6 cname_conflict", "7 master_file_syntax"].map(
        (problem) => `master_file ${problem}`
      )
    )
    assert.deepStrictEqual(problemsOf("a A 192.0.2.1", "lenient"), ["master_file 1 invalid_ttl"])
  })

  it("has a limited size", () => {
    const line = "a 60 A 192.0.2.1 ; again and again\n"
    assert.deepStrictEqual(problemsOf(line.repeat(8 * 1024 * 1024 / line.length + 1)), [
      "master_file 1 master_file_syntax"
    ])
    assert.lengthOf(problemsOf("a 60 A x\n".repeat(5000)), 1000)
  })

  it("has records with a limited number of words", () => {
    const text = `t 60 IN TXT ${"\"\" ".repeat(400_000)}\nu 60 A 192.0.2.1\n`
    const [long, short] = [...new MasterFileEntries(text)].filter((entry) => entry !== undefined)
    assert.isBelow(long?.words.length ?? 0, 100_010)
    assert.deepStrictEqual([short?.line, short?.words], [2, ["u", "60", "A", "192.0.2.1"]])
    assert.deepStrictEqual(problemsOf(text), ["master_file 1 txt_too_long"])
  })

  it("lists 1,000 warnings and omitted records, with the number of the others", () => {
    const { left_out, left_out_count, warnings } = imported(
      `$TTL 60\na A 192.0.2.1\n${"a A 192.0.2.1\n".repeat(600)}${"a X\n".repeat(5000)}b 5 A 192.0.2.1\n`,
      undefined,
      "lenient"
    )
    assert.deepStrictEqual([left_out.length, left_out_count, left_out.at(-1)?.line], [1000, 5000, 1602])
    assert.deepStrictEqual(warnings.slice(998).map(({ loc, type }) => `${loc.slice(1).join(" ")} ${type}`), [
      "master_file 1001 unsupported_type",
      "master_file 1002 unsupported_type",
      "master_file unsupported_type",
      "master_file invalid_ttl"
    ])
    assert.deepStrictEqual(warnings.slice(1000).map(({ ctx, msg }) => [msg, ctx?.["level"], ctx?.["omitted"]]), [
      ["4600 more warnings of this rule are not listed", "warning", 4600],
      ["1 more warnings of this rule are not listed", "warning", 1]
    ])
  })

  it("lists the warnings of its first lines, about lines and about the zone", () => {
    const hosts = Array.from({ length: 900 }, (_, index) => `m${index} 5 MX 10 gone\n`).join("")
    const { warnings } = imported(hosts, undefined, "lenient")
    const [listed, omitted] = [warnings.slice(0, 1000), warnings.slice(1000)]
    assert.isTrue(listed.every(({ loc }) => Number(loc.at(-1)) <= 500))
    const rules = new Set(listed.map(({ type }) => type))
    assert.deepStrictEqual(new Set(omitted.map(({ type }) => type)), rules)
    const total = omitted.reduce((sum, { ctx }) => sum + Number(ctx?.["omitted"]), listed.length)
    assert.strictEqual(total, 900 * rules.size)
  })

  it.prop("is read or refused for any text", [Schema.String, Schema.Int], ([text, seed]) => {
    const draw = new Draw(seed)
    const near = [...sample]
    for (let slips = 0; slips < 4; slips++) {
      near.splice(draw.below(near.length), draw.below(3), draw.pick(["\"", "(", ")", "\\", ";", "\n", " ", "$", "@"]))
    }
    for (const some of [text, near.join(""), sample + text]) {
      const zone = new MemoryZone()
      const decision = Effect.runSync(Effect.result(zone.decide({ kind: "master_file", text: some, mode: "strict" })))
      if (Result.isFailure(decision)) assert.isAbove(decision.failure.message.length, 0)
      else zone.apply(decision.success.changes)
    }
  })

  const managed = new Set<RecordType>(["SOA", "DNSKEY", "DS", "CDS", "CDNSKEY"])
  const types = recordTypes.filter((type) => !managed.has(type))

  it.prop("is equal after printing and reading", [Schema.Int], ([seed]) => {
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
    assert.deepStrictEqual(zone.take({ kind: "master_file", text: printed, mode: "strict" }).changes, [])
  }, { arbitrary: { runs: testSize(30, 100) } })
})
