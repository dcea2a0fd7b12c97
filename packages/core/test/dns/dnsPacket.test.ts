import { assert, describe, it } from "@effect/vitest"
import { type Caa, Rdata, type RecordType } from "@namewright/core/dns"
import { type Answer, encode } from "dns-packet"
import { Result } from "effect"
import { Draw } from "./Draw.ts"
import { nameOf, zoneFile } from "./ExampleZone.ts"
import { recordText } from "./RecordSamples.ts"

type Values = Rdata.RdataValues
type Known = { readonly [T in RecordType]?: (value: Values[T]) => unknown }

const ascii = (octets: Uint8Array) => Buffer.from(octets).toString("latin1")

/** The library writes names without their final dot, and the root as one. */
const host = (name: string) => name === "." ? name : name.slice(0, -1)

/** Values as dns-packet has them, for the types it knows. */
const forms = {
  A: ({ address }) => address,
  AAAA: ({ address }) => address,
  CAA: ({ flags, tag, value }: Caa) => ({ flags, tag, value: ascii(value) }),
  CNAME: ({ target }) => host(target),
  DNAME: ({ target }) => host(target),
  DNSKEY: ({ algorithm, flags, key }) => ({ algorithm, flags, key: Buffer.from(key) }),
  DS: ({ algorithm, digest, digest_type, key_tag }) => ({
    algorithm,
    digest: Buffer.from(digest),
    digestType: digest_type,
    keyTag: key_tag
  }),
  MX: ({ exchange, preference }) => ({ exchange: host(exchange), preference }),
  NAPTR: ({ flags, order, preference, regexp, replacement, services }) => ({
    flags: ascii(flags),
    order,
    preference,
    regexp: ascii(regexp),
    replacement: host(replacement),
    services: ascii(services)
  }),
  NS: ({ nameserver }) => host(nameserver),
  PTR: ({ target }) => host(target),
  RP: ({ mailbox, text }) => ({ mbox: host(mailbox), txt: host(text) }),
  SOA: ({ expire, mailbox, minimum, primary, refresh, retry, serial }) => ({
    expire,
    minimum,
    mname: host(primary),
    refresh,
    retry,
    rname: host(mailbox),
    serial
  }),
  SRV: ({ port, priority, target, weight }) => ({ port, priority, target: host(target), weight }),
  SSHFP: ({ algorithm, fingerprint, fingerprint_type }) => ({
    algorithm,
    fingerprint: Buffer.from(fingerprint).toString("hex"),
    hash: fingerprint_type
  }),
  TLSA: ({ data, matching_type, selector, usage }) => ({
    certificate: Buffer.from(data),
    matchingType: matching_type,
    selector,
    usage
  }),
  TXT: ({ strings }) => strings.map((part) => Buffer.from(part))
} satisfies Known

/** Header of 12 octets, the root for an owner, type, class, TTL and length. */
const beforeRdata = 12 + 1 + 2 + 2 + 4 + 2

const oracle = (type: string, data: unknown): Uint8Array => {
  // The declared type of an answer depends on the type's name, which is not known here.
  const answer = { type, name: ".", ttl: 0, data } as Answer
  return Uint8Array.from(encode({ type: "response", answers: [answer] }).subarray(beforeRdata))
}

/** The library has neither escapes, nor octets beyond ASCII, nor keys of other protocols, nor other fingerprints. */
const isWithinReach = (type: RecordType, text: string): boolean =>
  !text.includes("\\") && !(type === "DNSKEY" && !/^[0-9]+ 3 /.test(text)) &&
  !(type === "SSHFP" && !/^[0-9]+ [12] /.test(text))

const samples = <T extends RecordType>(type: T): ReadonlyArray<Values[T]> => {
  const draw = new Draw(1)
  return Array.from({ length: 200 }).flatMap(() => {
    const value = Rdata.parse(type, recordText(type, draw), zoneFile)
    return Result.isSuccess(value) && isWithinReach(type, Rdata.text(type, value.success)) ? [value.success] : []
  })
}

/** The records that dns-packet writes otherwise. */
const differences = <T extends keyof typeof forms>(
  type: T,
  form: (value: Values[T]) => unknown
): ReadonlyArray<string> => {
  const values = samples(type)
  if (values.length < 30) return [`only ${values.length} records of type ${type}`]
  return values.filter((value) => !Buffer.from(Rdata.encode(type, value)).equals(oracle(type, form(value)))).map((
    value
  ) => Rdata.text(type, value))
}

describe("dns-packet writes the same octets", () => {
  it("for addresses", () => {
    assert.isEmpty(differences("A", forms.A))
    assert.isEmpty(differences("AAAA", forms.AAAA))
  })

  it("for names", () => {
    assert.isEmpty(differences("CNAME", forms.CNAME))
    assert.isEmpty(differences("DNAME", forms.DNAME))
    assert.isEmpty(differences("NS", forms.NS))
    assert.isEmpty(differences("PTR", forms.PTR))
    assert.isEmpty(differences("MX", forms.MX))
    assert.isEmpty(differences("SRV", forms.SRV))
    assert.isEmpty(differences("RP", forms.RP))
    assert.isEmpty(differences("SOA", forms.SOA))
    assert.deepStrictEqual(Rdata.encode("CNAME", { target: nameOf("a.b.") }), oracle("CNAME", "a.b"))
  })

  it("for keys and digests", () => {
    assert.isEmpty(differences("DNSKEY", forms.DNSKEY))
    assert.isEmpty(differences("DS", forms.DS))
    assert.isEmpty(differences("SSHFP", forms.SSHFP))
    assert.isEmpty(differences("TLSA", forms.TLSA))
  })

  it("for text", () => {
    assert.isEmpty(differences("CAA", forms.CAA))
    assert.isEmpty(differences("NAPTR", forms.NAPTR))
    assert.isEmpty(differences("TXT", forms.TXT))
  })
})
