import { assert, describe, it } from "@effect/vitest"
import { DnsName, newZoneId, type PublishedZone, Rdata, type RecordType } from "@namewright/core/dns"
import { Effect, Result } from "effect"
import type { AnswerRrset } from "../../src/image/Answer.ts"
import { answerOf } from "../../src/image/answerOf.ts"
import { zoneImage } from "../../src/image/ZoneImage.ts"
import { imageRrsetOf, rcodes, rrTypes, SignatureCache, WireName, zoneSignatures } from "../../src/index.ts"
import { newKey } from "../signing/ExampleKeys.ts"
import { rdataText, typeText } from "../signing/signingText.ts"

const origin = Result.getOrThrow(DnsName.parse("example.test."))

const content: ReadonlyArray<readonly [owner: string, type: RecordType, ...records: ReadonlyArray<string>]> = [
  ["@", "SOA", "ns1.host.test. hostmaster.host.test. 7 10800 3600 604800 300"],
  ["@", "NS", "ns1.host.test.", "ns.example.test."],
  ["@", "MX", "10 mail", "20 mail.host.test."],
  ["ns", "A", "192.0.2.53"],
  ["mail", "A", "192.0.2.25"],
  ["mail", "AAAA", "2001:db8::25"],
  ["www", "CNAME", "web.servers"],
  ["web.servers", "A", "192.0.2.80"],
  ["*.wild", "TXT", "\"any\""],
  ["a.*.wild", "A", "192.0.2.9"],
  ["host.wild", "A", "192.0.2.10"],
  ["*.alias", "CNAME", "web.servers"],
  ["loop", "CNAME", "pool"],
  ["pool", "CNAME", "loop"],
  ["far", "CNAME", "www.elsewhere.test."],
  ["gone", "CNAME", "nobody"],
  ["secure", "NS", "ns.secure", "ns.host.test."],
  ["secure", "DS", `60485 13 2 ${"AB".repeat(32)}`],
  ["ns.secure", "A", "192.0.2.54"],
  ["insecure", "NS", "ns.host.test."],
  ["old", "DNAME", "servers"],
  ["old", "A", "192.0.2.11"],
  ["to.cut", "CNAME", "x.insecure"],
  ["svc", "HTTPS", "1 mail alpn=h2", "2 ."],
  ["svc", "A", "192.0.2.43"],
  ["alias.svc", "HTTPS", "0 svc"],
  ["none.svc", "HTTPS", "0 ."],
  ["none.svc", "A", "192.0.2.44"],
  ["*.svc", "SVCB", "1 . port=53"],
  ["*.svc", "AAAA", "2001:db8::43"]
]

const zone = (signing: PublishedZone["signing"]) =>
  Effect.map(newZoneId, (dns_zone_id): PublishedZone => ({
    dns_zone_id,
    name: origin,
    serial: 7,
    signing,
    rrsets: content.map(([owner, type, ...records]) => ({
      name: Result.getOrThrow(DnsName.parse(owner, origin)),
      type,
      ttl: 3600,
      records: records.map((text) =>
        Rdata.text(type, Result.getOrThrow(Rdata.parse(type, text, { origin, form: "zone_file" })))
      )
    }))
  }))

const imageOf = (signing: PublishedZone["signing"] = null) =>
  Effect.map(
    zone(signing),
    (published) =>
      zoneImage(
        published,
        (signed) => zoneSignatures(signed, { cache: new SignatureCache(), now: () => 1_800_000_000 })
      )
  )

/** Sections as `owner TYPE data`, the zone left out of names. */
const lines = (rrsets: ReadonlyArray<AnswerRrset>): ReadonlyArray<string> =>
  rrsets.flatMap(({ owner, rrset: { rdata, type } }) =>
    rdata.map((octets) =>
      `${WireName.toDnsName(owner)} ${typeText(type)} ${rdataText(type, octets)}`.replaceAll(".example.test.", "")
        .replaceAll("example.test.", "@")
    )
  )

const ask = (image: Effect.Success<ReturnType<typeof imageOf>>, owner: string, type: number, dnssecOk = false) => {
  const name = WireName.of(Result.getOrThrow(DnsName.parse(owner, origin)))
  const { additionals, answers, authorities, isAuthoritative, rcode } = answerOf(image, { name, type, dnssecOk })
  return {
    rcode,
    isAuthoritative,
    answers: lines(answers),
    authorities: lines(authorities),
    additionals: lines(additionals)
  }
}

const { A, AAAA, ANY, CNAME, DNAME, DS, HTTPS, MX, NS, NSEC, SOA, SVCB, TXT } = rrTypes
const soa = "@ SOA ns1.host.test. hostmaster.host.test. 7 10800 3600 604800 300"
const { NOERROR, NXDOMAIN, YXDOMAIN } = rcodes

describe("an unsigned zone", () => {
  const cases: ReadonlyArray<
    readonly [
      what: string,
      owner: string,
      type: number,
      expected: {
        readonly rcode?: number
        readonly isAuthoritative?: boolean
        readonly answers?: ReadonlyArray<string>
        readonly authorities?: ReadonlyArray<string>
        readonly additionals?: ReadonlyArray<string>
      }
    ]
  > = [
    ["answers what is there", "mail", A, { answers: ["mail A 192.0.2.25"] }],
    ["sends the addresses of mail hosts along", "@", MX, {
      answers: ["@ MX 10 mail", "@ MX 20 mail.host.test."],
      additionals: ["mail A 192.0.2.25", "mail AAAA 2001:db8::25"]
    }],
    ["says that a type is missing, for as long as its SOA says", "mail", TXT, { authorities: [soa] }],
    ["says that a name is missing", "nobody", A, { rcode: NXDOMAIN, authorities: [soa] }],
    ["has names without records between others", "servers", A, { authorities: [soa] }],
    ["follows aliases", "www", A, { answers: ["www CNAME web.servers", "web.servers A 192.0.2.80"] }],
    ["answers an alias itself", "www", CNAME, { answers: ["www CNAME web.servers"] }],
    ["leaves aliases to others at its border", "far", A, { answers: ["far CNAME www.elsewhere.test."] }],
    ["says that the target of an alias is missing", "gone", A, {
      rcode: NXDOMAIN,
      answers: ["gone CNAME nobody"],
      authorities: [soa]
    }],
    ["goes round once", "loop", A, { answers: ["loop CNAME pool", "pool CNAME loop"] }],
    ["answers from a wildcard", "x.y.wild", TXT, { answers: ["x.y.wild TXT \"any\""] }],
    ["has no other types at a wildcard", "x.wild", A, { authorities: [soa] }],
    ["prefers what is there to a wildcard", "host.wild", TXT, { authorities: [soa] }],
    ["has no wildcard below what is there", "x.host.wild", TXT, { rcode: NXDOMAIN, authorities: [soa] }],
    ["takes a wildcard by its name for a name", "a.*.wild", A, { answers: ["a.*.wild A 192.0.2.9"] }],
    ["has no wildcard for the names of another", "b.*.wild", A, { rcode: NXDOMAIN, authorities: [soa] }],
    ["follows the alias of a wildcard", "x.alias", A, {
      answers: ["x.alias CNAME web.servers", "web.servers A 192.0.2.80"]
    }],
    ["refers to a delegation with its glue", "a.b.secure", A, {
      isAuthoritative: false,
      authorities: ["secure NS ns.secure", "secure NS ns.host.test."],
      additionals: ["ns.secure A 192.0.2.54"]
    }],
    ["refers at the delegation", "secure", NS, {
      isAuthoritative: false,
      authorities: ["secure NS ns.secure", "secure NS ns.host.test."],
      additionals: ["ns.secure A 192.0.2.54"]
    }],
    ["does not answer glue", "ns.secure", A, {
      isAuthoritative: false,
      authorities: ["secure NS ns.secure", "secure NS ns.host.test."],
      additionals: ["ns.secure A 192.0.2.54"]
    }],
    ["answers the DS of a delegation", "secure", DS, {
      answers: [`secure DS 60485 13 2 ${"AB".repeat(32)}`]
    }],
    ["says that a delegation has no DS", "insecure", DS, { authorities: [soa] }],
    ["refers where an alias leads to", "to.cut", A, {
      answers: ["to.cut CNAME x.insecure"],
      authorities: ["insecure NS ns.host.test."]
    }],
    ["redirects below a DNAME", "web.old", A, {
      answers: ["old DNAME servers", "web.old CNAME web.servers", "web.servers A 192.0.2.80"]
    }],
    ["answers at the owner of a DNAME itself", "old", A, { answers: ["old A 192.0.2.11"] }],
    ["answers a DNAME", "old", DNAME, { answers: ["old DNAME servers"] }],
    [
      "says that a name is too long behind a DNAME",
      `${"l".repeat(63)}.${"l".repeat(63)}.${"l".repeat(63)}.${"l".repeat(42)}.old`,
      A,
      {
        rcode: YXDOMAIN,
        answers: ["old DNAME servers"]
      }
    ],
    ["has no NSEC", "mail", NSEC, { authorities: [soa] }],
    ["answers its SOA", "@", SOA, { answers: [soa] }],
    ["answers its nameservers", "@", NS, {
      answers: ["@ NS ns1.host.test.", "@ NS ns"],
      additionals: ["ns A 192.0.2.53"]
    }],
    ["has no address at its apex", "@", AAAA, { authorities: [soa] }],
    ["sends the addresses of services along", "svc", HTTPS, {
      answers: ["svc HTTPS 1 mail alpn=h2", "svc HTTPS 2 ."],
      additionals: ["mail A 192.0.2.25", "mail AAAA 2001:db8::25", "svc A 192.0.2.43"]
    }],
    ["sends the service that an alias leads to along", "alias.svc", HTTPS, {
      answers: ["alias.svc HTTPS 0 svc"],
      additionals: ["svc A 192.0.2.43", "svc HTTPS 1 mail alpn=h2", "svc HTTPS 2 ."]
    }],
    ["sends nothing along of a service that is not there", "none.svc", HTTPS, { answers: ["none.svc HTTPS 0 ."] }],
    ["sends the addresses of a service at a wildcard along", "x.svc", SVCB, {
      answers: ["x.svc SVCB 1 . port=53"],
      additionals: ["x.svc AAAA 2001:db8::43"]
    }],
    ["answers all types with one RRset", "mail", ANY, { answers: ["mail A 192.0.2.25"] }],
    ["answers all types at its apex with its nameservers alone", "@", ANY, {
      answers: ["@ NS ns1.host.test.", "@ NS ns"]
    }],
    ["answers all types with an alias alone", "www", ANY, { answers: ["www CNAME web.servers"] }],
    ["answers all types from a wildcard", "x.wild", ANY, { answers: ["x.wild TXT \"any\""] }],
    ["answers all types below a DNAME with the way on", "web.old", ANY, {
      answers: ["old DNAME servers", "web.old CNAME web.servers"]
    }],
    ["says that a name is missing to whom asks for all types", "nobody", ANY, { rcode: NXDOMAIN, authorities: [soa] }],
    ["says that a name between others has no types", "servers", ANY, { authorities: [soa] }],
    ["refers whom asks for all types to a delegation", "insecure", ANY, {
      isAuthoritative: false,
      authorities: ["insecure NS ns.host.test."]
    }]
  ]

  it.effect.each(cases)("%s", ([, owner, type, expected]) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(ask(yield* imageOf(), owner, type), {
        rcode: NOERROR,
        isAuthoritative: true,
        answers: [],
        authorities: [],
        additionals: [],
        ...expected
      })
    }))

  it.effect("limits the TTL of negative responses by its SOA", () =>
    Effect.gen(function*() {
      const image = yield* imageOf()
      const { authorities } = answerOf(image, { name: `\u0001x${image.apex}`, type: A, dnssecOk: false })
      assert.deepStrictEqual(authorities.map(({ ttl }) => ttl), [300])
    }))
})

describe("a signed zone", () => {
  const proofs = (denial: "nsec" | "nsec3", owner: string, type: number) =>
    Effect.map(imageOf({ keys: [newKey()], denial }), (image) => {
      const { authorities, rcode } = ask(image, owner, type, true)
      return { rcode, proofs: authorities.filter((line) => / NSEC3? /.test(line)).length }
    })

  it.effect.each(
    [
      ["nobody", A, NXDOMAIN, 2, 3],
      ["mail", TXT, NOERROR, 1, 1],
      ["servers", A, NOERROR, 1, 1],
      ["x.wild", TXT, NOERROR, 1, 1],
      ["x.wild", A, NOERROR, 2, 3],
      ["insecure", A, NOERROR, 1, 1],
      ["insecure", DS, NOERROR, 1, 1],
      ["secure", A, NOERROR, 0, 0],
      ["web.old", A, NOERROR, 0, 0],
      ["mail", A, NOERROR, 0, 0],
      ["mail", ANY, NOERROR, 0, 0],
      ["nobody", ANY, NXDOMAIN, 2, 3],
      ["servers", ANY, NOERROR, 1, 1],
      ["x.wild", ANY, NOERROR, 1, 1]
    ] as const
  )("proves what it says of %s %d", ([owner, type, rcode, nsec, nsec3]) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* proofs("nsec", owner, type), { rcode, proofs: nsec })
      assert.deepStrictEqual(yield* proofs("nsec3", owner, type), { rcode, proofs: nsec3 })
    }))

  it.effect("sends proofs only on request", () =>
    Effect.gen(function*() {
      const image = yield* imageOf({ keys: [newKey()], denial: "nsec" })
      assert.deepStrictEqual(ask(image, "nobody", A).authorities, [soa])
    }))

  it.effect("is authoritative for everything that it signs, and not for glue", () =>
    Effect.gen(function*() {
      const image = yield* imageOf({ keys: [newKey()], denial: "nsec" })
      const signed = (owner: string, type: number) => {
        const name = WireName.of(Result.getOrThrow(DnsName.parse(owner, origin)))
        const { additionals, authorities } = answerOf(image, { name, type, dnssecOk: true })
        return [...authorities, ...additionals].map(({ isSigned, rrset }) => `${typeText(rrset.type)} ${isSigned}`)
      }
      assert.deepStrictEqual(signed("a.secure", A), ["NS false", "DS true", "A false"])
      assert.deepStrictEqual(signed("@", MX), ["A true", "AAAA true"])
    }))
})

describe("an image", () => {
  it.effect("requires a SOA", () =>
    Effect.gen(function*() {
      const published = yield* zone(null)
      const rrsets = published.rrsets.filter(({ type }) => type !== "SOA")
      assert.throws(() => zoneImage({ ...published, rrsets }, () => assert.fail("unsigned")), /no SOA/)
    }))

  it.effect("reads records on request", () =>
    Effect.gen(function*() {
      const published = yield* zone(null)
      const rrset = imageRrsetOf({ name: origin, type: "A", ttl: 1, records: ["no address"] })
      assert.strictEqual(rrset.type, A)
      assert.throws(() => rrset.rdata)
      assert.strictEqual(published.rrsets.length, content.length)
    }))
})
