import { Effect, Option, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { IpInterface, IpNetwork, NetAddress } from "effect/net"
import { Instant, ipAddressOf, optional, OrganizationId } from "../shared/index.ts"

/**
 * IPv4 or IPv6 network in canonical form. A single address is read as `/32` or `/128`, host bits are cleared, and
 * IPv4-mapped IPv6 becomes IPv4.
 */
export const IpNetworkText = Schema.String.annotate({ format: "ipvanynetwork" }).pipe(
  Schema.decodeTo(
    Schema.String.annotate({
      arbitraryConstraint: { patterns: [{ source: "^(?:[1-9]\\d?\\.){3}[1-9]\\d?/32$", flags: "" }] }
    }),
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

export const IpRestrictionId = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
)

/** Network from which an organization accepts calls. With at least one, calls from other networks are refused. */
export const IpRestriction = Schema.Struct({
  ip_restriction_id: Schema.Int,
  organization_id: OrganizationId,
  ip_network: IpNetworkText,
  /** Last call that it admitted. Precision: five minutes. */
  last_used_on: Schema.NullOr(Instant.Instant),
  created_on: Instant.Instant
}).annotate({ identifier: "IpRestrictionResponse" })
export type IpRestriction = typeof IpRestriction.Type

/** Request to allow a network, by default for the caller's organization. */
export const NewIpRestriction = Schema.Struct({
  ip_network: IpNetworkText,
  organization_id: optional(OrganizationId)
}).annotate({ identifier: "IpRestrictionCreate" })
export type NewIpRestriction = typeof NewIpRestriction.Type

/**
 * Request to change a restriction. Absent members are unchanged, as is `ip_network` of null. A `last_used_on` of null
 * removes the time.
 */
export const IpRestrictionPatch = Schema.Struct({
  ip_network: optional(IpNetworkText),
  last_used_on: optional(Instant.Instant)
}).annotate({ identifier: "IpRestrictionUpdate" })
export type IpRestrictionPatch = typeof IpRestrictionPatch.Type

/** Query of a list of restrictions: the organization, if it is not the caller's own. */
export const IpRestrictionListQuery = Schema.Struct({ organization_id: Schema.optionalKey(OrganizationId) })
export type IpRestrictionListQuery = typeof IpRestrictionListQuery.Type

/** Query of a change. `force` allows a change that excludes the caller's own address. */
export const IpRestrictionChangeQuery = Schema.Struct({ force: Schema.optionalKey(Schema.Boolean) })
export type IpRestrictionChangeQuery = typeof IpRestrictionChangeQuery.Type

/** Network with the time of its last use. */
export type AllowedNetwork = Pick<IpRestriction, "ip_restriction_id" | "ip_network" | "last_used_on">

/** First of the networks that contains the address. `None` for a missing or malformed address. */
export const networkHolding = <N extends Pick<AllowedNetwork, "ip_network">>(
  networks: ReadonlyArray<N>,
  address: string | undefined
): Option.Option<N> => {
  const caller = ipAddressOf(address)
  if (caller === undefined) return Option.none()
  return Option.fromUndefinedOr(networks.find(({ ip_network }) =>
    Result.match(IpNetwork.fromString(ip_network), {
      onSuccess: (network) => IpNetwork.contains(network, caller),
      onFailure: () => false
    })
  ))
}
