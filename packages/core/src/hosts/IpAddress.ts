import { Effect, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/** An IPv4 or IPv6 address in its canonical text (RFC 5952 for IPv6). */
export const IpAddress = Schema.String.pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transformEffect({
      decode: (text, options) =>
        Result.match(NetAddress.ipFromString(text.trim()), {
          onSuccess: (address) => Effect.succeed(NetAddress.formatIp(NetAddress.toCanonical(address))),
          onFailure: () =>
            Effect.fail(
              new SchemaIssue.InvalidValue(
                { expected: "an IPv4 or IPv6 address", issueType: "ip_any_address" },
                text,
                options
              )
            )
        }),
      encode: (address) => Effect.succeed(address)
    })
  ),
  Schema.brand("IpAddress")
).annotate({ identifier: "IpAddress" })
export type IpAddress = typeof IpAddress.Type

/** Blocks that no public nameserver answers from (RFC 6890 and the IANA special-purpose registries). */
const reserved = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/128",
  "::1/128",
  "64:ff9b:1::/48",
  "100::/64",
  "2001:db8::/32",
  "fc00::/7",
  "fe80::/10",
  "ff00::/8"
].map((network) => IpNetwork.fromStringUnsafe(network))

/** Whether the address can be reached from the public internet. */
export const isPublic = (address: IpAddress): boolean => {
  const parsed = NetAddress.ipFromStringUnsafe(address)
  return !reserved.some((network) =>
    NetAddress.width(network.address) === NetAddress.width(parsed) && IpNetwork.contains(network, parsed)
  )
}
