import { assert, describe, it } from "@effect/vitest"
import {
  type AnyRecordType,
  Rdata,
  type RdataProblem,
  type RdataSlug,
  type RecordType,
  recordTypeNumbers,
  recordTypeOf,
  recordTypes,
  rrsetTypeNamed,
  type TextForm,
  unknownForm
} from "@namewright/core/dns"
import { Result, Schema } from "effect"
import { api, nameOf, zoneFile } from "./ExampleZone.ts"
import { recordTable } from "./recordTable.ts"

const canonical = (type: AnyRecordType, text: string, form: TextForm = zoneFile) =>
  Result.map(Rdata.parse(type, text, form), (value) => Rdata.text(type, value))

const problems = (type: AnyRecordType, text: string, form: TextForm = zoneFile): ReadonlyArray<RdataProblem> => {
  const read = Rdata.parse(type, text, form)
  return Result.isFailure(read) ? read.failure : []
}

describe.each(recordTypes)("%s", (type) => {
  const { refused, taken } = recordTable[type]

  it("reads what nameservers read, and prints it in canonical form", () => {
    for (const [text, printed] of taken) {
      assert.deepStrictEqual(canonical(type, text), Result.succeed(printed), text)
      assert.deepStrictEqual(canonical(type, printed), Result.succeed(printed), `${text}, read again`)
    }
  })

  it("is unchanged after octets and the form of unknown types", () => {
    for (const [text] of taken) {
      const value = Result.getOrThrow(Rdata.parse(type, text, zoneFile))
      const octets = Rdata.encode(type, value)
      assert.deepStrictEqual(Rdata.decode(type, octets), Result.succeed(value), text)
      assert.deepStrictEqual(Rdata.parse(type, unknownForm(octets), api), Result.succeed(value), text)
    }
  })

  it("is refused with every problem", () => {
    for (const [text, ...slugs] of refused) {
      const found = problems(type, text)
      assert.deepStrictEqual(found.map(({ slug }) => slug).toSorted(), slugs.toSorted(), text)
      for (const { at } of found) assert.isTrue(at === undefined || at >= 0 && at <= text.length, text)
    }
  })

  it("is known by its number", () => {
    assert.strictEqual(recordTypeOf(recordTypeNumbers[type]), type)
    assert.strictEqual(Rdata.types[type].number, recordTypeNumbers[type])
  })
})

describe("a type by number", () => {
  it("has octets in the form of unknown types, and no other form", () => {
    assert.deepStrictEqual(canonical("TYPE65280", "\\# 4 c0 00 0201"), Result.succeed("\\# 4 C0000201"))
    assert.deepStrictEqual(canonical("TYPE65280", "( \\# 0 )", api), Result.succeed("\\# 0"))
    assert.deepStrictEqual(problems("TYPE65280", "192.0.2.1").map(({ slug }) => slug), ["unknown_form"])
    assert.deepStrictEqual(problems("TYPE65280", "\\# 3 C000").map(({ slug }) => slug), ["rdata_length"])
  })

  it.prop("is equal after printing and reading, and after encoding and decoding", [Schema.Uint8Array], ([octets]) => {
    const value = Result.getOrThrow(Rdata.decode("TYPE731", octets))
    assert.deepStrictEqual(Rdata.encode("TYPE731", value), octets)
    assert.deepStrictEqual(Rdata.parse("TYPE731", Rdata.text("TYPE731", value), zoneFile), Result.succeed(value))
  })

  it.each([
    ["TYPE65280", "TYPE65280"],
    ["type13", "HINFO"],
    ["TYPE55", "TYPE55"],
    ["cname", "CNAME"],
    ["HIP", undefined],
    ["TYPE0", undefined],
    ["TYPE41", undefined],
    ["TYPE46", undefined],
    ["TYPE59", undefined],
    ["CDS", undefined],
    ["TYPE255", undefined],
    ["TYPE65536", undefined],
    ["TYPE007", undefined],
    ["", undefined]
  ])("is a type of RRsets where callers may have it: %s", (text, type) => {
    assert.strictEqual(rrsetTypeNamed(text), type)
  })
})

describe("a problem", () => {
  it("names its position, its field and the expected value", () => {
    assert.deepStrictEqual(problems("SRV", "0 70000  x a..b.", zoneFile), [
      { slug: "integer_range", field: "weight", at: 2, message: "The weight must be from 0 to 65535" },
      { slug: "integer", field: "port", at: 9, message: "The port must be a number in decimal digits" },
      { slug: "name_empty_label", field: "target", at: 13, message: "A label is empty" }
    ])
  })

  it("has the grammatical number of its field, and no underscores", () => {
    const messages = (type: RecordType, text: string) => problems(type, text).map(({ message }) => message)
    assert.deepStrictEqual(messages("TXT", ""), ["The strings are missing"])
    assert.deepStrictEqual(
      messages("DNSKEY", ""),
      ["flags", "protocol", "algorithm", "key"].map((field) =>
        `The ${field} ${field === "flags" ? "are" : "is"} missing`
      )
    )
    assert.deepStrictEqual(messages("CAA", "x issue \"\""), ["The flags must be a number in decimal digits"])
    assert.deepStrictEqual(messages("DS", "1 13 256 00"), ["The digest type must be from 0 to 255"])
    assert.deepStrictEqual(messages("A", ""), ["The address is missing"])
  })

  it("points into strings", () => {
    assert.deepStrictEqual(problems("TXT", "\"ab\\999\"").map(({ at }) => at), [3])
    assert.deepStrictEqual(problems("SVCB", "1 . alpn=h2 port=x").map(({ at, field }) => [at, field]), [[12, "port"]])
  })
})

describe("a record of more than 65,535 octets", () => {
  const long = (octets: number) => Buffer.alloc(octets).toString("base64")

  it("is refused", () => {
    assert.isTrue(Result.isSuccess(canonical("OPENPGPKEY", long(65_535))))
    assert.deepStrictEqual(problems("OPENPGPKEY", long(65_536)).map(({ slug }) => slug), ["rdata_length"])
    assert.isTrue(Result.isSuccess(canonical("TXT", "x".repeat(65_279), api)))
    assert.deepStrictEqual(problems("TXT", "x".repeat(65_280), api).map(({ slug }) => slug), ["rdata_length"])
  })
})

describe("the form of the interface", () => {
  it("reads names of several labels as absolute, and one label as relative to the zone", () => {
    const read = (text: string) => Result.getOrThrow(canonical("CNAME", text, api))
    assert.strictEqual(read("mail.example.net"), "mail.example.net.")
    assert.strictEqual(read("mail"), "mail.example.test.")
    assert.strictEqual(read("@"), "example.test.")
    assert.strictEqual(read("a\\.b"), "a\\.b.example.test.")
  })

  it("reads an unquoted text as one string", () => {
    const read = (text: string) => Result.getOrThrow(canonical("TXT", text, api))
    assert.strictEqual(read("v=spf1 include:example.net -all"), "\"v=spf1 include:example.net -all\"")
    assert.strictEqual(read(" v=DKIM1; k=rsa; p=AA== "), "\"v=DKIM1; k=rsa; p=AA==\"")
    assert.strictEqual(read("v=DKIM1\\; k=rsa"), "\"v=DKIM1; k=rsa\"")
    assert.strictEqual(read("say \"hello\" (twice)"), "\"say \\\"hello\\\" (twice)\"")
    assert.strictEqual(read("\\\"quoted\\\""), "\"\\\"quoted\\\"\"")
    assert.strictEqual(read("\\065\\\\"), "\"A\\\\\"")
    assert.strictEqual(read("ü"), "\"\\195\\188\"")
  })

  it("separates quoted strings, and words after them", () => {
    const read = (text: string) => Result.getOrThrow(canonical("TXT", text, api))
    assert.strictEqual(read("\"a\" \"b\""), "\"a\" \"b\"")
    assert.strictEqual(read("( \"a\"\n\"b\" )"), "\"a\" \"b\"")
    assert.strictEqual(read("\"a\" b"), "\"a\" \"b\"")
    assert.strictEqual(read("\"\""), "\"\"")
  })

  it("splits long texts into strings of 255 octets, and no valid string", () => {
    const read = (text: string) => Result.getOrThrow(canonical("TXT", text, api))
    assert.strictEqual(read("x".repeat(300)), `"${"x".repeat(255)}" "${"x".repeat(45)}"`)
    assert.strictEqual(read(`"${"x".repeat(300)}" "y"`), `"${"x".repeat(255)}" "${"x".repeat(45)}" "y"`)
    assert.strictEqual(read("x".repeat(255)), `"${"x".repeat(255)}"`)
  })

  it("refuses an empty text, and comments", () => {
    assert.deepStrictEqual(problems("TXT", "  ", api).map(({ slug }) => slug), ["missing_field"])
    assert.deepStrictEqual(problems("A", "192.0.2.1 ; web", api).map(({ at, slug }) => [slug, at]), [["comment", 10]])
    assert.deepStrictEqual(problems("CAA", "0 issue a;b", api).map(({ slug }) => slug), ["comment"])
  })
})

const octetsOf = (type: RecordType, text: string, purpose: "signature" | "comparison") =>
  Rdata.encode(type, Result.getOrThrow(Rdata.parse(type, text, zoneFile)), purpose)

describe("octets to sign", () => {
  it("have names in lower case for the types of RFC 4034, and as they are for later ones", () => {
    const same = (type: RecordType, left: string, right: string) =>
      assert.deepStrictEqual(octetsOf(type, left, "signature"), octetsOf(type, right, "signature"), type)
    for (const type of ["NS", "CNAME", "PTR", "DNAME"] as const) same(type, "A.Example.", "a.example.")
    same("MX", "1 A.", "1 a.")
    same("SRV", "1 2 3 A.", "1 2 3 a.")
    same("RP", "A. B.", "a. b.")
    same("SOA", "A. B. 1 2 3 4 5", "a. b. 1 2 3 4 5")
    same("AFSDB", "1 A.", "1 a.")
    same("KX", "1 A.", "1 a.")
    same("NAPTR", "1 2 \"S\" \"X\" \"\" A.", "1 2 \"S\" \"X\" \"\" a.")
    for (const type of ["SVCB", "HTTPS"] as const) {
      assert.notDeepEqual(octetsOf(type, "1 A.", "signature"), octetsOf(type, "1 a.", "signature"))
    }
    assert.notDeepEqual(octetsOf("LP", "1 A.", "signature"), octetsOf("LP", "1 a.", "signature"))
    assert.notDeepEqual(octetsOf("TXT", "A", "signature"), octetsOf("TXT", "a", "signature"))
  })
})

describe("octets to compare", () => {
  it("are equal for equivalent records", () => {
    const same = (type: RecordType, left: string, right: string) =>
      assert.deepStrictEqual(octetsOf(type, left, "comparison"), octetsOf(type, right, "comparison"), type)
    same("HTTPS", "1 A. port=1 alpn=h2", "1 a. alpn=\"h2\" port=1")
    same("TXT", "\"a\" \"b\"", "\"ab\"")
    same("AAAA", "2001:DB8:0::1", "2001:db8::1")
    assert.notDeepEqual(octetsOf("TXT", "ab", "comparison"), octetsOf("TXT", "Ab", "comparison"))
  })
})

describe("records that the platform refuses although servers accept them", () => {
  const refusals = (type: RecordType, text: string): ReadonlyArray<RdataSlug> =>
    Rdata.refusals(type, Result.getOrThrow(Rdata.parse(type, text, zoneFile))).map(({ slug }) => slug)

  it("have an address as a target", () => {
    for (const type of ["ALIAS", "CNAME", "DNAME", "NS", "PTR"] as const) {
      assert.deepStrictEqual(refusals(type, "192.0.2.1."), ["address_as_target"], type)
      assert.deepStrictEqual(refusals(type, "2001:db8::1."), ["address_as_target"], type)
      assert.deepStrictEqual(refusals(type, "a.example."), [], type)
    }
    assert.deepStrictEqual(refusals("MX", "10 192.0.2.1."), ["address_as_target"])
    assert.deepStrictEqual(refusals("SRV", "0 0 1 192.0.2.1."), ["address_as_target"])
    assert.deepStrictEqual(refusals("HTTPS", "1 192.0.2.1."), ["address_as_target"])
  })

  it("have an invalid host name as a host", () => {
    for (const host of ["a_b.example.", "-a.example.", "a-.example.", "a\\.b.example.", "*.example."]) {
      assert.deepStrictEqual(refusals("NS", host), ["host_name_syntax"], host)
      assert.deepStrictEqual(refusals("MX", `1 ${host}`), ["host_name_syntax"], host)
      assert.deepStrictEqual(refusals("SRV", `1 1 1 ${host}`), ["host_name_syntax"], host)
      assert.deepStrictEqual(refusals("CNAME", host), [], host)
    }
    assert.deepStrictEqual(refusals("NS", "."), ["host_name_syntax"])
    assert.deepStrictEqual(refusals("MX", "0 ."), [])
    assert.deepStrictEqual(refusals("SRV", "0 0 0 ."), [])
    assert.deepStrictEqual(refusals("NS", "3COM.example."), [])
  })

  it("have an unassigned value, or a digest that cannot match", () => {
    const digest = "00".repeat(32)
    assert.deepStrictEqual(refusals("TLSA", `3 1 1 ${digest}`), [])
    assert.deepStrictEqual(refusals("TLSA", "255 255 255 00"), [])
    assert.deepStrictEqual(refusals("TLSA", "3 1 0 00"), [])
    assert.deepStrictEqual(refusals("SMIMEA", `4 2 3 ${digest}`), [
      "unassigned_value",
      "unassigned_value",
      "unassigned_value"
    ])
    assert.deepStrictEqual(refusals("TLSA", `3 1 2 ${digest}`), ["digest_length"])
    assert.deepStrictEqual(refusals("SSHFP", "0 3 00"), ["unassigned_value", "unassigned_value"])
    assert.deepStrictEqual(refusals("SSHFP", `6 2 ${digest}`), [])
    assert.deepStrictEqual(refusals("DNSKEY", "257 4 13 AA=="), ["dnskey_protocol"])
    assert.deepStrictEqual(refusals("URI", "1 1 \"\""), ["uri_empty"])
  })

  it("are service aliases with parameters", () => {
    assert.deepStrictEqual(refusals("SVCB", "0 a. port=1"), ["svcb_alias_params"])
    assert.deepStrictEqual(refusals("SVCB", "0 a."), [])
    assert.deepStrictEqual(refusals("HTTPS", "1 a. port=1"), [])
  })

  it("have a value that a key does not permit", () => {
    assert.deepStrictEqual(refusals("HTTPS", "1 . key8=x key9=x key10=\\009x"), [
      "svcb_value",
      "svcb_value",
      "svcb_value"
    ])
    assert.deepStrictEqual(refusals("HTTPS", "1 . ohttp tls-supported-groups=29 docpath=dns"), [])
    assert.deepStrictEqual(problems("HTTPS", "1 . ohttp=x").map(({ message }) => message), [
      "The value of ohttp must be left out"
    ])
  })

  it("are no others", () => {
    assert.deepStrictEqual(refusals("RP", `${nameOf("_a.example.")} .`), [])
    assert.deepStrictEqual(refusals("A", "192.0.2.1"), [])
  })
})
