import { DnsName, type PublishedRrset } from "@namewright/core/dns"
import { Result } from "effect"

export const origin = Result.getOrThrow(DnsName.parse("example.test."))

const nameOf = (text: string): DnsName.DnsName => Result.getOrThrow(DnsName.parse(text, origin))

/** A zone with `names` names of one RRset each below its apex; half of them are two labels below it. */
export const rrsetsOf = (names: number): ReadonlyArray<PublishedRrset> => [
  {
    name: origin,
    type: "SOA",
    ttl: 3600,
    records: ["ns1.host.test. hostmaster.host.test. 2026112201 10800 3600 604800 300"]
  },
  { name: origin, type: "NS", ttl: 3600, records: ["ns1.host.test.", "ns2.host.test."] },
  ...Array.from({ length: names }, (_, index): PublishedRrset => ({
    name: nameOf(index % 2 === 0 ? `host${index}` : `host${index}.site${index % 100}`),
    ttl: 300,
    ...index % 4 === 0
      ? { type: "MX", records: [`10 mail${index}.example.test.`, "20 mail.example.net."] }
      : { type: "A", records: [`192.0.2.${index % 256}`] }
  }))
]
