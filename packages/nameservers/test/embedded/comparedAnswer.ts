import type { Message } from "../../src/index.ts"
import { compressible, rrTypes } from "../../src/message/RrType.ts"

/** What of an answer is compared, as text: names in lower case, records in any order, times to live included. */
export interface ComparedAnswer {
  readonly code: string
  readonly answers: string
  readonly authorities: string
  readonly additionals: string
}

const text = ({ name, rdata, ttl, type }: Message.ResourceRecord): string => {
  const octets = Buffer.from(rdata).toString("latin1")
  const data = compressible.has(type) || type === rrTypes.SRV ? octets.toLowerCase() : octets
  return `${name.toLowerCase()} ${ttl} ${type} ${Buffer.from(data, "latin1").toString("hex")}`
}

/** A record that two steps of a chain have in common is sent twice by some. */
const section = (records: ReadonlyArray<Message.ResourceRecord>): string =>
  [...new Set(records.map(text))].toSorted().join("\n")

export const comparedAnswer = (message: Message.Message): ComparedAnswer => ({
  code: `${message.rcode} ${message.isAuthoritative ? "AA" : ""} ${message.isTruncated ? "TC" : ""}`,
  answers: section(message.answers),
  authorities: section(message.authorities),
  additionals: section(message.additionals)
})
