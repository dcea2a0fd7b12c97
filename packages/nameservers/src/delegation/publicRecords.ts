import { type CaaProperty, PublicRecords, RecordsUnknown } from "@namewright/core/certificates"
import { Effect, Layer } from "effect"
import type { CaaRecord } from "node:dns"
import { Resolver } from "node:dns/promises"
import { type PublicResolverOptions, standardTimeout } from "./PublicResolver.ts"

export interface PublicRecordsOptions extends PublicResolverOptions {
  /** Public addresses of the servers of this installation. Without them, the addresses of hosts are not checked. */
  readonly ownAddresses?: ReadonlyArray<string> | undefined
}

/** Error codes of Node for negative answers. */
const nothing = new Set(["ENODATA", "ENOTFOUND"])

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "no answer"

const answered = <A>(
  name: string,
  find: () => Promise<ReadonlyArray<A>>
): Effect.Effect<ReadonlyArray<A>, RecordsUnknown> =>
  Effect.catch(
    Effect.tryPromise({ try: find, catch: codeOf }),
    (code): Effect.Effect<ReadonlyArray<A>, RecordsUnknown> =>
      nothing.has(code)
        ? Effect.succeed([])
        : Effect.fail(new RecordsUnknown({ message: `The records of ${name} were not resolved: ${code}` }))
  )

/** Node names the property by a member beside the type: `{ critical: 0, type: "CAA", issue: "ca.example" }`. */
const propertiesOf = ({ critical, ...properties }: CaaRecord): ReadonlyArray<CaaProperty> =>
  Object.entries(properties).flatMap(([tag, value]) =>
    typeof value === "string" && tag !== "type" ? [{ critical: critical !== 0, tag: tag.toLowerCase(), value }] : []
  )

/** Records of hosts for checks before certificates are ordered, through the resolvers of the system, or others. */
export const publicRecords = (
  { ownAddresses, resolvers, timeout = standardTimeout }: PublicRecordsOptions = {}
): Layer.Layer<PublicRecords> =>
  Layer.sync(PublicRecords, () => {
    const resolver = new Resolver({ timeout, tries: 2 })
    if (resolvers !== undefined) resolver.setServers([...resolvers])
    return PublicRecords.of({
      own_addresses: ownAddresses === undefined || ownAddresses.length === 0 ? null : ownAddresses,
      addresses: Effect.fn("PublicRecords.addresses")((host) =>
        Effect.map(
          Effect.all([
            answered(host, () => resolver.resolve4(host)),
            answered(host, () => resolver.resolve6(host))
          ], { concurrency: 2 }),
          (both) => both.flat()
        )
      ),
      caa: Effect.fn("PublicRecords.caa")((name) =>
        Effect.map(answered(name, () => resolver.resolveCaa(name)), (found) => found.flatMap(propertiesOf))
      )
    })
  })
