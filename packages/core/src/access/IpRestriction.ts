import { Effect, Option, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { IpInterface, IpNetwork, NetAddress } from "effect/net"
import { Instant, OrganizationId } from "../shared/index.ts"

/**
 * IPv4 or IPv6 network in canonical form. A single address is read as `/32` or `/128`, host bits are cleared, and
 * IPv4-mapped IPv6 becomes IPv4.
 */
export const IpNetworkText = Schema.String.pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transformEffect({
      decode: (text, options) =>
        Result.match(IpInterface.fromString(text.trim()), {
          onSuccess: (network) => Effect.succeed(IpNetwork.format(canonical(network))),
          onFailure: () =>
            Effect.fail(
              new SchemaIssue.InvalidValue(
                { expected: "an IP address or network", issueType: "ip_any_network" },
                text,
                options
              )
            )
        }),
      encode: Effect.succeed
    })
  )
)

const mappedPrefix = 96

const canonical = ({ address, prefixLength }: IpInterface.IpInterface): IpNetwork.IpNetwork => {
  const inside = NetAddress.toCanonical(address)
  return inside !== address && prefixLength >= mappedPrefix
    ? IpNetwork.fromAddressUnsafe(inside, prefixLength - mappedPrefix)
    : IpNetwork.fromAddressUnsafe(address, prefixLength)
}

/** Network from which an organization accepts calls. With at least one, calls from other networks are refused. */
export const IpRestriction = Schema.Struct({
  ip_restriction_id: Schema.Int,
  organization_id: OrganizationId,
  ip_network: IpNetworkText,
  /** Precision: one minute. */
  last_used_on: Schema.NullOr(Instant.Instant),
  created_on: Instant.Instant
}).annotate({ identifier: "IpRestriction" })
export type IpRestriction = typeof IpRestriction.Type

/** Network with the time of its last use. */
export type AllowedNetwork = Pick<IpRestriction, "ip_restriction_id" | "ip_network" | "last_used_on">

/** First of the networks that contains the address. `None` for a missing or malformed address. */
export const networkHolding = <N extends AllowedNetwork>(
  networks: ReadonlyArray<N>,
  address: string | undefined
): Option.Option<N> => {
  const parsed = address === undefined ? undefined : Result.getOrUndefined(NetAddress.ipFromString(address))
  if (parsed === undefined) return Option.none()
  const caller = NetAddress.toCanonical(parsed)
  return Option.fromUndefinedOr(networks.find(({ ip_network }) =>
    Result.match(IpNetwork.fromString(ip_network), {
      onSuccess: (network) => IpNetwork.contains(network, caller),
      onFailure: () => false
    })
  ))
}
