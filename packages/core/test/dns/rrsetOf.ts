import type { RequestedRrset } from "@namewright/core/dns"

/** An RRset of a request, with a TTL of 300 seconds. */
export const rrsetOf = (
  name: string,
  type: RequestedRrset["type"],
  ...records: ReadonlyArray<string>
): RequestedRrset => ({
  name,
  type,
  ttl: 300,
  records: records.map((rdata) => ({ rdata }))
})
