import { Result } from "effect"
import type { RecordType } from "../RecordType.ts"
import { type A, a } from "./A.ts"
import { type Aaaa, aaaa } from "./Aaaa.ts"
import { type Alias, alias } from "./Alias.ts"
import { type Caa, caa } from "./Caa.ts"
import { type Cdnskey, cdnskey } from "./Cdnskey.ts"
import { type Cds, cds } from "./Cds.ts"
import { type Cert, cert } from "./Cert.ts"
import { type Cname, cname } from "./Cname.ts"
import { type Dname, dname } from "./Dname.ts"
import { type Dnskey, dnskey } from "./Dnskey.ts"
import { type Ds, ds } from "./Ds.ts"
import { type Https, https } from "./Https.ts"
import { type Loc, loc } from "./Loc.ts"
import { type Mx, mx } from "./Mx.ts"
import { type Naptr, naptr } from "./Naptr.ts"
import { type Ns, ns } from "./Ns.ts"
import { type Openpgpkey, openpgpkey } from "./Openpgpkey.ts"
import { type Ptr, ptr } from "./Ptr.ts"
import { maximumProblems, type RdataProblem } from "./RdataProblem.ts"
import type { RecordData } from "./RecordData.ts"
import { type Rp, rp } from "./Rp.ts"
import { type Smimea, smimea } from "./Smimea.ts"
import { type Soa, soa } from "./Soa.ts"
import { type Srv, srv } from "./Srv.ts"
import { type Sshfp, sshfp } from "./Sshfp.ts"
import { type Svcb, svcb } from "./Svcb.ts"
import { type TextForm, TextReader } from "./TextReader.ts"
import { type Tlsa, tlsa } from "./Tlsa.ts"
import { type Txt, txt } from "./Txt.ts"
import { isUnknownForm, readUnknownForm } from "./UnknownForm.ts"
import { type Uri, uri } from "./Uri.ts"
import { WireReader } from "./WireReader.ts"
import { type WirePurpose, WireWriter } from "./WireWriter.ts"

/** What the records of each type say. */
export interface RdataValues {
  readonly A: A
  readonly AAAA: Aaaa
  readonly ALIAS: Alias
  readonly CAA: Caa
  readonly CDNSKEY: Cdnskey
  readonly CDS: Cds
  readonly CERT: Cert
  readonly CNAME: Cname
  readonly DNAME: Dname
  readonly DNSKEY: Dnskey
  readonly DS: Ds
  readonly HTTPS: Https
  readonly LOC: Loc
  readonly MX: Mx
  readonly NAPTR: Naptr
  readonly NS: Ns
  readonly OPENPGPKEY: Openpgpkey
  readonly PTR: Ptr
  readonly RP: Rp
  readonly SMIMEA: Smimea
  readonly SOA: Soa
  readonly SRV: Srv
  readonly SSHFP: Sshfp
  readonly SVCB: Svcb
  readonly TLSA: Tlsa
  readonly TXT: Txt
  readonly URI: Uri
}

/** Everything about each type. */
export const types: { readonly [T in RecordType]: RecordData<RdataValues[T]> } = {
  A: a,
  AAAA: aaaa,
  ALIAS: alias,
  CAA: caa,
  CDNSKEY: cdnskey,
  CDS: cds,
  CERT: cert,
  CNAME: cname,
  DNAME: dname,
  DNSKEY: dnskey,
  DS: ds,
  HTTPS: https,
  LOC: loc,
  MX: mx,
  NAPTR: naptr,
  NS: ns,
  OPENPGPKEY: openpgpkey,
  PTR: ptr,
  RP: rp,
  SMIMEA: smimea,
  SOA: soa,
  SRV: srv,
  SSHFP: sshfp,
  SVCB: svcb,
  TLSA: tlsa,
  TXT: txt,
  URI: uri
}

export type RdataProblems = readonly [RdataProblem, ...ReadonlyArray<RdataProblem>]

const result = <T>(value: T, problems: ReadonlyArray<RdataProblem>): Result.Result<T, RdataProblems> => {
  const [first, ...others] = problems.slice(0, maximumProblems)
  return first === undefined ? Result.succeed(value) : Result.fail([first, ...others])
}

/** A record cannot be longer than its length field counts (RFC 1035, section 3.2.1). */
const maximumOctets = 0xffff

/** No text grows on its way to the wire by more than this; shorter ones need not be measured. */
const harmlessLength = 16_000

/** What is wrong with a value whose fields are well-formed. */
const invalid = <T extends RecordType>(type: T, value: RdataValues[T], length: number): ReadonlyArray<RdataProblem> =>
  length > harmlessLength && encode(type, value).length > maximumOctets
    ? [{ slug: "rdata_length", field: "rdata", at: undefined, message: `A record has at most ${maximumOctets} octets` }]
    : types[type].invalid(value)

/**
 * Reads presentation text, or the form of unknown types (RFC 3597). Fails with every problem that any nameserver has with
 * the record; what the platform refuses besides is told by `refusals`.
 */
export const parse = <T extends RecordType>(
  type: T,
  text: string,
  form: TextForm
): Result.Result<RdataValues[T], RdataProblems> => {
  const reader = new TextReader(text, form)
  if (isUnknownForm(text)) {
    const octets = readUnknownForm(reader)
    reader.end()
    return Result.flatMap(result(octets, reader.problems), (read) => decode(type, read))
  }
  const value = types[type].read(reader, "rdata")
  reader.end()
  return result(value, reader.problems.length > 0 ? reader.problems : invalid(type, value, text.length))
}

/** The canonical text: names absolute, and all else as BIND prints it. */
export const text = <T extends RecordType>(type: T, value: RdataValues[T]): string => types[type].text(value)

export const encode = <T extends RecordType>(
  type: T,
  value: RdataValues[T],
  purpose: WirePurpose = "message"
): Uint8Array => {
  const writer = new WireWriter(purpose)
  types[type].encode(value, writer)
  return writer.result()
}

/** Reads octets as they are on the wire, with names that are not compressed. */
export const decode = <T extends RecordType>(
  type: T,
  octets: Uint8Array
): Result.Result<RdataValues[T], RdataProblems> => {
  const reader = new WireReader(octets)
  const value = types[type].decode(reader, "rdata")
  reader.end()
  return result(value, reader.problems.length > 0 ? reader.problems : invalid(type, value, octets.length))
}

/** Why the platform does not take a record that the DNS would carry; empty for most. */
export const refusals = <T extends RecordType>(type: T, value: RdataValues[T]): ReadonlyArray<RdataProblem> =>
  types[type].refused(value)
