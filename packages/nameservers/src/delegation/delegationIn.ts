import { DnsName, Rdata } from "@namewright/core/dns"
import { Result } from "effect"
import type { Message, ResourceRecord } from "../message/Message.ts"
import { rcodes } from "../message/Rcode.ts"
import { rrTypes } from "../message/RrType.ts"
import { lame, read, type Reading } from "./ZoneServers.ts"

/** NS RRset of a name, and the addresses beside it. */
export interface Delegation {
  /** In lower case and canonical order; empty if there is no zone cut at the name. */
  readonly nameservers: ReadonlyArray<DnsName.DnsName>
  readonly glue: ReadonlyMap<DnsName.DnsName, ReadonlyArray<string>>
  /** False if the server has the zone at the cut as well, and answers from there. */
  readonly isReferral: boolean
}

/** Records of one type at a name. */
const recordsAt = (records: ReadonlyArray<ResourceRecord>, name: DnsName.DnsName, type: number) =>
  records.filter((record) => record.type === type && DnsName.equals(record.name, name))

const targetOf = ({ rdata }: ResourceRecord): ReadonlyArray<DnsName.DnsName> =>
  Result.match(Rdata.decode("NS", rdata), {
    onFailure: () => [],
    onSuccess: (value) => [DnsName.lowerCase(Result.getOrThrow(DnsName.parse(Rdata.text("NS", value))))]
  })

/** IPv4 and IPv6 addresses of a hostname anywhere in a message. */
export const addressesIn = ({ additionals, answers }: Message, name: DnsName.DnsName): ReadonlyArray<string> =>
  [...answers, ...additionals].flatMap(({ name: owner, rdata, type }) => {
    if (!DnsName.equals(owner, name)) return []
    const kind = type === rrTypes.A ? "A" : type === rrTypes.AAAA ? "AAAA" : undefined
    if (kind === undefined) return []
    const value = Rdata.decode(kind, rdata)
    return Result.isSuccess(value) ? [Rdata.text(kind, value.success)] : []
  })

const noCut: Delegation = { nameservers: [], glue: new Map(), isReferral: true }

/**
 * The delegation of a name in an answer of a nameserver of the zone above: a referral (RFC 1034, section 4.3.2), or an
 * answer with authority if the server has both zones. A cached answer does not count.
 */
export const delegationIn = (name: DnsName.DnsName) => (message: Message): Reading<Delegation> => {
  const { answers, authorities, isAuthoritative, rcode } = message
  if (rcode !== rcodes.NOERROR && rcode !== rcodes.NXDOMAIN) return lame(`answered with code ${rcode}`)
  const referral = answers.length === 0 ? recordsAt(authorities, name, rrTypes.NS) : []
  const records = referral.length > 0 || !isAuthoritative ? referral : recordsAt(answers, name, rrTypes.NS)
  if (records.length === 0) return isAuthoritative ? read(noCut) : lame("does not answer with authority")
  const nameservers = Array.from(new Set(records.flatMap(targetOf))).toSorted(DnsName.compare)
  const glue = new Map(nameservers.map((one) => [one, addressesIn(message, one)]))
  return read({ nameservers, glue, isReferral: referral.length > 0 })
}

/** Longest text of a TXT record that is kept, in octets. */
const longestText = 1000

/** The joined strings of the TXT records at a name, without those behind an alias. Fails unless the server has authority. */
export const textsIn = (name: DnsName.DnsName) => (message: Message): Reading<ReadonlyArray<string>> => {
  const { answers, isAuthoritative, rcode } = message
  if (rcode !== rcodes.NOERROR && rcode !== rcodes.NXDOMAIN) return lame(`answered with code ${rcode}`)
  if (!isAuthoritative) return lame("does not answer with authority")
  return read(
    recordsAt(answers, name, rrTypes.TXT).flatMap(({ rdata }) =>
      Result.match(Rdata.decode("TXT", rdata), {
        onFailure: () => [],
        onSuccess: ({ strings }) => [Buffer.concat(strings).toString("latin1")]
      })
    ).filter(({ length }) => length <= longestText)
  )
}
