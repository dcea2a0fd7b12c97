import { Effect, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { NetAddress } from "effect/net"
import { isPublicAddress } from "../shared/index.ts"

/** IPv4 or IPv6 address in canonical text (RFC 5952 for IPv6). */
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

/** True if the address can be reached from the public internet. */
export const isPublic = (address: IpAddress): boolean => isPublicAddress(NetAddress.ipFromStringUnsafe(address))
