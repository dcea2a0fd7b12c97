import { assert, describe, it } from "@effect/vitest"
import { type RrsetWrite, zoneRules, type ZoneRuleSlug } from "@namewright/core/dns"
import { Effect, Result } from "effect"
import { type MemoryZone, recordOps, replace, rrsetOps, zoneOf } from "./MemoryZone.ts"

const glue = "ns.sub A 192.0.2.53"
const mx = "@ MX 10 mail"
const mail = "mail A 192.0.2.25"
const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index))
/** Escaped octets, of four characters each. */
const escaped = (octets: number) => `TXT ${"\\000".repeat(octets)}`
const long = (octets: number) => `t TXT ${"x".repeat(octets)}`

interface Sample {
  readonly stored?: ReadonlyArray<string>
  readonly breaks: RrsetWrite
  /** The nearest thing that is fine. */
  readonly keeps: RrsetWrite
  /** Location of the reported problem; default: the first entry. */
  readonly at?: number
}

/** For every rule, writes that break it and it alone, each with one beside it that does not. */
const samples: Partial<Record<ZoneRuleSlug, ReadonlyArray<Sample>>> = {
  invalid_name: [
    { breaks: replace(`${"a".repeat(64)} A 192.0.2.1`), keeps: replace(`${"a".repeat(63)} A 192.0.2.1`) },
    { breaks: replace("a..b A 192.0.2.1"), keeps: replace("a.b A 192.0.2.1") },
    { breaks: rrsetOps("-ü A"), keeps: rrsetOps("-u A") }
  ],
  name_out_of_zone: [
    { breaks: replace("www.other.test. A 192.0.2.1"), keeps: replace("www.example.test. A 192.0.2.1") },
    { breaks: recordOps("+example.com. A 192.0.2.1"), keeps: recordOps("+example.test. A 192.0.2.1") }
  ],
  wildcard_position: [{ breaks: replace("a.* A 192.0.2.1"), keeps: replace("*.a A 192.0.2.1") }],
  invalid_ttl: [
    { breaks: replace("a 29 A 192.0.2.1"), keeps: replace("a 30 A 192.0.2.1") },
    { breaks: rrsetOps("+a 604801 A 192.0.2.1"), keeps: rrsetOps("+a 604800 A 192.0.2.1") },
    { breaks: recordOps("+a 60.5 A 192.0.2.1"), keeps: recordOps("+a 60 A 192.0.2.1") },
    { breaks: recordOps("+a -1 A 192.0.2.1"), keeps: recordOps("-a -1 A 192.0.2.1") }
  ],
  unsupported_type: [
    { breaks: replace("a NULL x"), keeps: replace("a TYPE65280 \\# 1 00") },
    { breaks: rrsetOps("-a NSEC3"), keeps: rrsetOps("-a TYPE1") },
    { breaks: recordOps("+a TYPE41 \\# 0"), keeps: recordOps("+a TYPE10 \\# 0") }
  ],
  invalid_rdata: [
    { breaks: replace("a A 192.0.2"), keeps: replace("a A 192.0.2.0") },
    { breaks: recordOps("+a TLSA 4 1 1 00"), keeps: recordOps(`+_443._tcp.a TLSA 3 1 1 ${"00".repeat(32)}`) },
    { breaks: recordOps("-a MX mail"), keeps: recordOps("-a MX 10 mail") }
  ],
  address_as_target: [{ breaks: replace("a CNAME 192.0.2.1."), keeps: replace("a CNAME 192.0.2.1.other.test.") }],
  host_name_syntax: [{ breaks: replace("sub NS n_s.other.test."), keeps: replace("sub NS n-s.other.test.") }],
  caa_tag: [{ breaks: replace("@ CAA 0 is-sue \"a\""), keeps: replace("@ CAA 0 issue \"a\"") }],
  svcb_duplicate_key: [{ breaks: replace("a HTTPS 1 . port=1 port=2"), keeps: replace("a HTTPS 1 . port=1") }],
  svcb_mandatory_missing: [
    { breaks: replace("a HTTPS 1 . mandatory=port"), keeps: replace("a HTTPS 1 . mandatory=port port=1") }
  ],
  svcb_no_default_alpn: [
    { breaks: replace("a HTTPS 1 . no-default-alpn"), keeps: replace("a HTTPS 1 . no-default-alpn alpn=h2") }
  ],
  svcb_alias_params: [
    { breaks: replace("a HTTPS 0 b.other.test. port=1"), keeps: replace("a HTTPS 1 b.other.test. port=1") }
  ],
  txt_too_long: [{ breaks: replace(long(65_300)), keeps: replace(long(60_000)) }],
  rrset_too_large: [
    { breaks: replace(long(65_000)), keeps: replace(long(64_000)) },
    {
      stored: many(20, (index) => `t TXT ${index}${"x".repeat(3000)}`),
      breaks: recordOps(...many(5, (index) => `+t TXT a${index}${"x".repeat(3000)}`)),
      keeps: recordOps("+t TXT x"),
      at: 4
    }
  ],
  empty_rrset: [{ breaks: rrsetOps("+a A"), keeps: rrsetOps("-a A") }],
  duplicate_record: [
    { breaks: replace("a AAAA 2001:db8::1", "a AAAA 2001:DB8:0::1"), keeps: replace("a AAAA ::1", "a AAAA ::2") },
    { breaks: replace(mail, "a CNAME mail", "a CNAME MAIL"), keeps: replace(mail, "a CNAME MAIL"), at: 1 },
    { breaks: replace("a TXT \"a\" \"b\"", "a TXT ab"), keeps: replace("a TXT ab", "a TXT \"a b\"") }
  ],
  duplicate_rrset: [
    {
      breaks: replace("a A 192.0.2.1", "b A 192.0.2.1", "A A 192.0.2.2"),
      keeps: rrsetOps("+a A 192.0.2.1", "+A A 192.0.2.2"),
      at: 2
    }
  ],
  too_many_records: [
    {
      breaks: replace(...many(101, (index) => `a A 192.0.2.${index}`)),
      keeps: replace(...many(100, (index) => `a A 192.0.2.${index}`))
    },
    {
      stored: many(100, (index) => `a A 192.0.2.${index}`),
      breaks: recordOps("+a A 192.0.2.200"),
      keeps: recordOps("+a A 192.0.2.99")
    }
  ],
  too_many_rrsets: [
    {
      stored: many(10_000, (index) => `a${index} A 192.0.2.1`),
      breaks: recordOps("+a A 192.0.2.1"),
      keeps: rrsetOps("+a A 192.0.2.1", "-a0 A"),
      at: Infinity
    }
  ],
  zone_too_large: [
    {
      stored: many(32, (index) => `a${index} ${escaped(64_000)}`),
      breaks: recordOps(`+a ${escaped(55_000)}`),
      keeps: recordOps(`+a ${escaped(40_000)}`),
      at: Infinity
    },
    {
      breaks: replace(...many(33, (index) => `a${index} ${escaped(64_000)}`)),
      keeps: replace(...many(32, (index) => `a${index} ${escaped(64_000)}`)),
      at: Infinity
    }
  ],
  cname_multiple: [
    { breaks: replace("a CNAME b.other.test.", "a CNAME c.other.test."), keeps: replace("a CNAME b.other.test.") },
    {
      stored: ["a CNAME b.other.test."],
      breaks: recordOps("+a CNAME c.other.test."),
      keeps: recordOps("-a CNAME b.other.test.", "+a CNAME c.other.test.")
    }
  ],
  dname_multiple: [{ breaks: replace("a DNAME b.test.", "a DNAME c.test."), keeps: replace("a DNAME b.test.") }],
  alias_multiple: [{ breaks: replace("@ ALIAS b.test.", "@ ALIAS c.test."), keeps: replace("@ ALIAS b.test.") }],
  svcb_alias_multiple: [
    { breaks: replace("a SVCB 0 b.test.", "a SVCB 0 c.test."), keeps: replace("a SVCB 0 b.test.") }
  ],
  svcb_mixed_modes: [{ breaks: replace("a HTTPS 0 b.test.", "a HTTPS 1 c.test."), keeps: replace("a HTTPS 1 .") }],
  null_mx_not_alone: [
    { breaks: replace("a MX 0 .", "a MX 10 m.test.", "_dmarc TXT v=DMARC1"), keeps: replace("a MX 0 .") }
  ],
  multiple_spf: [
    {
      breaks: replace("a TXT \"v=spf1 -all\"", "a TXT v=spf1"),
      keeps: replace("a TXT \"v=spf1 -all\"", "a TXT v=spf10")
    }
  ],
  multiple_dmarc: [
    { breaks: replace("_dmarc TXT v=DMARC1", "_dmarc TXT v=DMARC1;p=none"), keeps: replace("_dmarc TXT v=DMARC1") }
  ],
  cname_at_apex: [{ breaks: replace("@ CNAME a.test."), keeps: replace("@ ALIAS a.test.") }],
  cname_conflict: [
    { breaks: replace("a A 192.0.2.1", "a CNAME b.test."), keeps: replace("a A 192.0.2.1", "b CNAME b.test."), at: 1 },
    { breaks: replace("a CNAME b.test.", "a HTTPS 1 ."), keeps: replace("a CNAME b.test.", "b HTTPS 1 .") },
    { stored: ["a CNAME b.test."], breaks: recordOps("+a TXT x"), keeps: rrsetOps("-a CNAME", "+a TXT x") },
    { stored: ["a TXT x"], breaks: recordOps("+a CNAME b.test."), keeps: recordOps("-a TXT x", "+a CNAME b.test.") }
  ],
  dname_conflict: [
    {
      breaks: replace("a CNAME b.test.", "a DNAME b.test."),
      keeps: replace("a CNAME b.test.", "b DNAME b.test."),
      at: 1
    }
  ],
  alias_conflict: [
    { breaks: replace("a ALIAS b.test.", "a A 192.0.2.1"), keeps: replace("a ALIAS b.test.", "a TXT x") },
    { breaks: replace("a ALIAS b.test.", "a CNAME b.test."), keeps: replace("a ALIAS b.test.", "a MX 0 .") },
    { stored: ["@ ALIAS b.test."], breaks: recordOps("+@ AAAA ::1"), keeps: rrsetOps("-@ ALIAS", "+@ AAAA ::1") }
  ],
  delegation_conflict: [
    { breaks: replace("a NS n.test.", "a CNAME b.test."), keeps: replace("a NS n.test."), at: 1 },
    { breaks: replace("a NS n.test.", "a DNAME b.test."), keeps: replace("@ DNAME b.test."), at: 1 }
  ],
  wildcard_ns: [{ breaks: replace("*.a NS n.test."), keeps: replace("a NS n.test.") }],
  wildcard_dname: [{ breaks: replace("*.a DNAME b.test."), keeps: replace("a DNAME b.test.") }],
  owner_name_syntax: [
    { breaks: replace("_a A 192.0.2.1"), keeps: replace("a-b A 192.0.2.1", "_a TXT x", "*.a A 192.0.2.1") }
  ],
  invalid_a_label: [{ breaks: replace("xn--a TXT x"), keeps: replace("xn--mnchen-3ya TXT x") }],
  dname_children: [
    { breaks: replace("a DNAME b.test.", "x.a TXT x"), keeps: replace("a DNAME b.test.", "xa TXT x") },
    { stored: ["a DNAME b.test."], breaks: recordOps("+x.y.a TXT x"), keeps: rrsetOps("-a DNAME", "+x.y.a TXT x") },
    {
      stored: ["x.y.a TXT x"],
      breaks: recordOps("+a DNAME b.test."),
      keeps: rrsetOps("+a DNAME b.test.", "-x.y.a TXT")
    }
  ],
  missing_glue: [
    { breaks: replace("sub NS ns.sub.example.test."), keeps: replace("sub NS ns.sub.example.test.", glue) },
    { breaks: replace("sub NS sub"), keeps: replace("sub NS sub", "sub AAAA ::1") },
    {
      stored: ["sub NS ns.sub.example.test.", glue],
      breaks: rrsetOps("-ns.sub A"),
      keeps: rrsetOps("-ns.sub A", "+ns.sub AAAA ::1")
    },
    {
      stored: ["sub NS ns.sub.example.test.", glue],
      breaks: recordOps("-ns.sub A 192.0.2.53"),
      keeps: recordOps("-ns.sub A 192.0.2.54")
    }
  ],
  delegation_occluded: [
    { breaks: replace("sub NS n.test.", "a.sub TXT x"), keeps: replace("sub NS n.test.", "a TXT x") },
    { breaks: replace("sub NS n.test.", "sub TXT x"), keeps: replace("sub NS n.test.", "sup TXT x") },
    { stored: ["sub NS n.test."], breaks: recordOps("+ns.sub A 192.0.2.1"), keeps: recordOps("+ns A 192.0.2.1") },
    {
      stored: [glue, "a.b.sub A 192.0.2.1"],
      breaks: recordOps("+sub NS ns.sub.example.test."),
      keeps: rrsetOps("+sub NS ns.sub.example.test.", "-a.b.sub A")
    }
  ],
  cname_loop: [
    { breaks: replace("a CNAME a"), keeps: replace("a CNAME a.test.") },
    { breaks: replace("a CNAME b", "b CNAME a"), keeps: replace("a CNAME b", "b A 192.0.2.1") },
    {
      stored: ["a CNAME b", "b A 192.0.2.1"],
      breaks: rrsetOps("-b A", "+b ALIAS a"),
      keeps: recordOps("+b TXT a"),
      at: 1
    },
    { breaks: replace("*.a CNAME b.a.example.test."), keeps: replace("*.a CNAME b.a.example.test.", "b.a TXT x") },
    {
      stored: ["*.a CNAME b.a.example.test.", "x.b.a TXT x"],
      breaks: rrsetOps("-x.b.a TXT"),
      keeps: rrsetOps("+x.b.a TXT y")
    },
    { breaks: replace("a DNAME b", "b DNAME a"), keeps: replace("a DNAME b", "b DNAME a.test.") },
    { breaks: replace("a DNAME c.a.example.test."), keeps: replace("a DNAME c.a.test.") }
  ],
  ns_target_cname: [
    { breaks: replace("sub NS b", "b CNAME c.test."), keeps: replace("sub NS b", "b A 192.0.2.1") }
  ],
  mx_target_cname: [
    {
      breaks: replace("@ MX 1 b", "b CNAME c.test.", "_dmarc TXT x"),
      keeps: replace("@ MX 1 b", "b ALIAS c.test.", "_dmarc TXT x")
    }
  ],
  srv_target_cname: [
    { breaks: replace("_a._tcp SRV 0 0 1 b", "b CNAME c.test."), keeps: replace("_a._tcp SRV 0 0 1 .") }
  ],
  target_missing: [
    { breaks: replace("a CNAME b"), keeps: replace("a CNAME b", "*.example.test. TXT x") },
    { breaks: replace("a SRV 0 0 1 b", "b TXT x"), keeps: replace("a SRV 0 0 1 x.b.example.test.", "b NS n.test.") },
    { breaks: replace("a HTTPS 1 b"), keeps: replace("a HTTPS 1 b.test.") },
    {
      stored: ["*.x A 192.0.2.1", "y.b.x TXT x"],
      breaks: recordOps("+a CNAME b.x.example.test."),
      keeps: recordOps("+a CNAME c.x.example.test.")
    },
    {
      breaks: replace("a CNAME b.c.example.test.", "c A 192.0.2.1"),
      keeps: replace("a CNAME b.c.example.test.", "c DNAME d.test.")
    }
  ],
  missing_dmarc: [
    { breaks: replace(mx, mail), keeps: replace(mx, mail, "_dmarc TXT v=DMARC1") },
    { breaks: replace("a MX 1 mail", mail), keeps: replace("a MX 1 mail", mail, "_dmarc CNAME d.test.") },
    { breaks: replace("a MX 1 m.test."), keeps: replace("a MX 0 .") },
    { breaks: replace("*.a MX 1 m.test."), keeps: replace("*.a MX 1 m.test.", "_dmarc TXT v=DMARC1") },
    {
      breaks: replace("*.a MX 1 m.test.", "*.a TXT \"v=spf1 -all\""),
      keeps: replace("*.a MX 1 m.test.", "*.a TXT v=DMARC1;p=none")
    }
  ]
}

/** Errors of a rule are problems; warnings are accepted and reported. */
const problemsOf = (zone: MemoryZone, write: RrsetWrite) =>
  Result.match(Effect.runSync(Effect.result(zone.decide(write))), {
    onFailure: (error) => ({ errors: error._tag === "ZoneValidationFailed" ? error.errors : [error], warnings: [] }),
    onSuccess: ({ warnings }) => ({ errors: [], warnings })
  })

const slugs = Object.keys(zoneRules).filter((slug): slug is ZoneRuleSlug => slug in zoneRules)
/** Only new zones, master files and restricted callers break them, and callers never write what is protected. */
const elsewhere: ReadonlySet<ZoneRuleSlug> = new Set([
  "reserved_name",
  "master_file_syntax",
  "ttl_mismatch",
  "protected_rrset",
  "rrset_not_permitted"
])

describe("a warning about mail", () => {
  it.each([
    ["@", "_dmarc.example.test."],
    ["a", "_dmarc.a.example.test. or _dmarc.example.test."],
    ["*.a", "_dmarc.example.test."],
    ["*", "_dmarc.example.test."]
  ])("names where the policy of %s can be", (name, names) => {
    const { warnings } = problemsOf(zoneOf(), replace(`${name} MX 1 m.test.`))
    assert.deepStrictEqual(warnings.map(({ msg }) => msg), [`There is no TXT record at ${names}`])
  })
})

describe.each(slugs.filter((slug) => !elsewhere.has(slug)))("the rule %s", (slug) => {
  const { level } = zoneRules[slug]
  const own = samples[slug] ?? []

  it("has samples", () => assert.isAbove(own.length, 0))

  it.each(own.map((sample) => [sample] as const))("is reported exactly for violations", (sample) => {
    const zone = zoneOf(...sample.stored ?? [])
    const broken = problemsOf(zone, sample.breaks)
    const issues = level === "error" ? broken.errors : broken.warnings
    assert.deepStrictEqual([...new Set(issues.map((issue) => "type" in issue ? issue.type : issue._tag))], [slug])
    const [issue] = issues
    const loc = issue !== undefined && "loc" in issue ? issue.loc : []
    assert.strictEqual(loc.find((part) => typeof part === "number") ?? Infinity, sample.at ?? 0)
    assert.deepStrictEqual(problemsOf(zone, sample.keeps), { errors: [], warnings: [] })
  })
})
