import type { DnsName } from "../DnsName.ts"
import { fields } from "./Field.ts"
import { uint32 } from "./field/Integer.ts"
import { nameField } from "./field/Name.ts"
import { seconds } from "./field/Seconds.ts"
import { recordData } from "./RecordData.ts"

/** Times are in seconds. */
export interface Soa {
  /** The primary nameserver. */
  readonly primary: DnsName
  /** Mail address with a dot instead of the `@`. */
  readonly mailbox: DnsName
  readonly serial: number
  readonly refresh: number
  readonly retry: number
  readonly expire: number
  /** TTL of negative answers (RFC 2308, section 4). */
  readonly minimum: number
}

/** The start of a zone (RFC 1035, section 3.3.13). */
export const soa = recordData(
  "SOA",
  fields<Soa>({
    primary: nameField,
    mailbox: nameField,
    serial: uint32,
    refresh: seconds,
    retry: seconds,
    expire: seconds,
    minimum: seconds
  })
)
