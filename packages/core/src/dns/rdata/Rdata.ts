import { Result } from "effect"
import { limits } from "../../shared/index.ts"
import { type AnyRecordType, isUnknownType, type RecordType, type UnknownType } from "../RecordType.ts"
import { type A, a } from "./A.ts"
import { type Aaaa, aaaa } from "./Aaaa.ts"
import { type Afsdb, afsdb } from "./Afsdb.ts"
import { type Alias, alias } from "./Alias.ts"
import { type Apl, apl } from "./Apl.ts"
import { type Caa, caa } from "./Caa.ts"
import { type Cdnskey, cdnskey } from "./Cdnskey.ts"
import { type Cds, cds } from "./Cds.ts"
import { type Cert, cert } from "./Cert.ts"
import { type Cname, cname } from "./Cname.ts"
import { type Csync, csync } from "./Csync.ts"
import { type Dhcid, dhcid } from "./Dhcid.ts"
import { type Dname, dname } from "./Dname.ts"
import { type Dnskey, dnskey } from "./Dnskey.ts"
import { type Ds, ds } from "./Ds.ts"
import { type Eui48, eui48 } from "./Eui48.ts"
import { type Eui64, eui64 } from "./Eui64.ts"
import { type Hinfo, hinfo } from "./Hinfo.ts"
import { type Https, https } from "./Https.ts"
import { type Kx, kx } from "./Kx.ts"
import { type L32, l32 } from "./L32.ts"
import { type L64, l64 } from "./L64.ts"
import { type Loc, loc } from "./Loc.ts"
import { type Lp, lp } from "./Lp.ts"
import { type Mx, mx } from "./Mx.ts"
import { type Naptr, naptr } from "./Naptr.ts"
import { type Nid, nid } from "./Nid.ts"
import { type Ns, ns } from "./Ns.ts"
import { type Openpgpkey, openpgpkey } from "./Openpgpkey.ts"
import { type Ptr, ptr } from "./Ptr.ts"
import { maximumProblems, type RdataProblem } from "./RdataProblem.ts"
import type { RecordData } from "./RecordData.ts"
import { type Rp, rp } from "./Rp.ts"
import { type Smimea, smimea } from "./Smimea.ts"
import { type Soa, soa } from "./Soa.ts"
import { type Spf, spf } from "./Spf.ts"
import { type Srv, srv } from "./Srv.ts"
import { type Sshfp, sshfp } from "./Sshfp.ts"
import { type Svcb, svcb } from "./Svcb.ts"
import { type TextForm, TextReader } from "./TextReader.ts"
import { type Tlsa, tlsa } from "./Tlsa.ts"
import { type Txt, txt } from "./Txt.ts"
import { type Unknown, unknown } from "./Unknown.ts"
import { isUnknownForm, readUnknownForm } from "./UnknownForm.ts"
import { type Uri, uri } from "./Uri.ts"
import { WireReader } from "./WireReader.ts"
import { type WirePurpose, WireWriter } from "./WireWriter.ts"

/** Data of each record type. */
export interface RdataValues {
  readonly A: A
  readonly AAAA: Aaaa
  readonly AFSDB: Afsdb
  readonly ALIAS: Alias
  readonly APL: Apl
  readonly CAA: Caa
  readonly CDNSKEY: Cdnskey
  readonly CDS: Cds
  readonly CERT: Cert
  readonly CNAME: Cname
  readonly CSYNC: Csync
  readonly DHCID: Dhcid
  readonly DNAME: Dname
  readonly DNSKEY: Dnskey
  readonly DS: Ds
  readonly EUI48: Eui48
  readonly EUI64: Eui64
  readonly HINFO: Hinfo
  readonly HTTPS: Https
  readonly KX: Kx
  readonly L32: L32
  readonly L64: L64
  readonly LOC: Loc
  readonly LP: Lp
  readonly MX: Mx
  readonly NAPTR: Naptr
  readonly NID: Nid
  readonly NS: Ns
  readonly OPENPGPKEY: Openpgpkey
  readonly PTR: Ptr
  readonly RP: Rp
  readonly SMIMEA: Smimea
  readonly SOA: Soa
  readonly SPF: Spf
  readonly SRV: Srv
  readonly SSHFP: Sshfp
  readonly SVCB: Svcb
  readonly TLSA: Tlsa
  readonly TXT: Txt
  readonly URI: Uri
  readonly [type: UnknownType]: Unknown
}

/** Definitions of the types with parsed data. */
export const types: { readonly [T in RecordType]: RecordData<RdataValues[T]> } = {
  A: a,
  AAAA: aaaa,
  AFSDB: afsdb,
  ALIAS: alias,
  APL: apl,
  CAA: caa,
  CDNSKEY: cdnskey,
  CDS: cds,
  CERT: cert,
  CNAME: cname,
  CSYNC: csync,
  DHCID: dhcid,
  DNAME: dname,
  DNSKEY: dnskey,
  DS: ds,
  EUI48: eui48,
  EUI64: eui64,
  HINFO: hinfo,
  HTTPS: https,
  KX: kx,
  L32: l32,
  L64: l64,
  LOC: loc,
  LP: lp,
  MX: mx,
  NAPTR: naptr,
  NID: nid,
  NS: ns,
  OPENPGPKEY: openpgpkey,
  PTR: ptr,
  RP: rp,
  SMIMEA: smimea,
  SOA: soa,
  SPF: spf,
  SRV: srv,
  SSHFP: sshfp,
  SVCB: svcb,
  TLSA: tlsa,
  TXT: txt,
  URI: uri
}

/** `types`, and types by number, added when they are first used; there are at most 65,536. */
const table: { [T in AnyRecordType]: RecordData<RdataValues[T]> } = { ...types }

const dataOf = <T extends AnyRecordType>(type: T): RecordData<RdataValues[T]> => {
  const name: AnyRecordType = type
  if (isUnknownType(name)) table[name] ??= unknown(name)
  return table[type]
}

export type RdataProblems = readonly [RdataProblem, ...ReadonlyArray<RdataProblem>]

const result = <T>(value: T, problems: ReadonlyArray<RdataProblem>): Result.Result<T, RdataProblems> => {
  const [first, ...others] = problems.slice(0, maximumProblems)
  return first === undefined ? Result.succeed(value) : Result.fail([first, ...others])
}

/** Octets of the longest record data: its length field has 16 bits (RFC 1035, section 3.2.1). */
const maximumOctets = 0xffff

const tooLong: RdataProblem = {
  slug: "rdata_length",
  field: "rdata",
  at: undefined,
  message: `A record has at most ${maximumOctets} octets`
}

/** Characters of a text up to which its data are short enough without measuring them. */
const harmlessLength = 16_000

/** Problems of a value whose fields are valid. */
const invalid = <T extends AnyRecordType>(
  type: T,
  value: RdataValues[T],
  length: number
): ReadonlyArray<RdataProblem> =>
  length > harmlessLength && encode(type, value).length > maximumOctets
    ? [tooLong]
    : dataOf(type).invalid(value)

/**
 * Parses presentation text, or the form of unknown types (RFC 3597). Fails with every problem for which nameservers
 * refuse the record; `refusals` returns those of the platform's own rules.
 */
export const parse = <T extends AnyRecordType>(
  type: T,
  text: string,
  form: TextForm
): Result.Result<RdataValues[T], RdataProblems> => {
  if (text.length > limits.rrsetText) return Result.fail([tooLong])
  const reader = new TextReader(text, form)
  if (isUnknownForm(text)) {
    const octets = readUnknownForm(reader)
    reader.end()
    return Result.flatMap(result(octets, reader.problems), (read) => decode(type, read))
  }
  const value = dataOf(type).read(reader, "rdata")
  reader.end()
  return result(value, reader.problems.length > 0 ? reader.problems : invalid(type, value, text.length))
}

/** Prints the canonical text: names absolute, everything else as BIND prints it. */
export const text = <T extends AnyRecordType>(type: T, value: RdataValues[T]): string => dataOf(type).text(value)

export const encode = <T extends AnyRecordType>(
  type: T,
  value: RdataValues[T],
  purpose: WirePurpose = "message"
): Uint8Array => {
  const writer = new WireWriter(purpose)
  dataOf(type).encode(value, writer)
  return writer.result()
}

/** Decodes data of the wire, with uncompressed names. */
export const decode = <T extends AnyRecordType>(
  type: T,
  octets: Uint8Array
): Result.Result<RdataValues[T], RdataProblems> => {
  const reader = new WireReader(octets)
  const value = dataOf(type).decode(reader, "rdata")
  reader.end()
  return result(value, reader.problems.length > 0 ? reader.problems : invalid(type, value, octets.length))
}

/** Problems for which the platform refuses a record that the DNS allows; mostly empty. */
export const refusals = <T extends AnyRecordType>(type: T, value: RdataValues[T]): ReadonlyArray<RdataProblem> =>
  dataOf(type).refused(value)
