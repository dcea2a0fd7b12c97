import { AliasResolver, AliasUnresolved, type DnsName } from "@namewright/core/dns"
import { Effect, Layer } from "effect"
import { Resolver } from "node:dns/promises"

export interface AliasResolverOptions {
  /** Resolvers to ask, `192.0.2.53` or `192.0.2.53:5353`. Default those of the system. */
  readonly resolvers?: ReadonlyArray<string> | undefined
  /** Time limit of each answer in milliseconds. Default 2000. */
  readonly timeout?: number | undefined
}

/** Error codes of Node for negative answers. */
const nothing = new Set(["ENODATA", "ENOTFOUND"])

/** TTL of negative answers in seconds; `node:dns` does not report the one of the zone. */
const negativeTtl = 300

interface Found {
  readonly address: string
  readonly ttl: number
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "no answer"

const found = (
  target: DnsName.DnsName,
  find: () => Promise<ReadonlyArray<Found>>
): Effect.Effect<ReadonlyArray<Found>, AliasUnresolved> =>
  Effect.catch(
    Effect.tryPromise({ try: find, catch: codeOf }),
    (reason) => nothing.has(reason) ? Effect.succeed([]) : Effect.fail(new AliasUnresolved({ target, reason }))
  )

/** Resolves the targets of ALIAS records through the resolvers of the system, or others. */
export const publicAliasResolver = (
  { resolvers, timeout = 2000 }: AliasResolverOptions = {}
): Layer.Layer<AliasResolver> =>
  Layer.sync(AliasResolver, () => {
    const resolver = new Resolver({ timeout, tries: 2 })
    if (resolvers !== undefined) resolver.setServers([...resolvers])

    return AliasResolver.of({
      resolve: Effect.fn("AliasResolver.resolve")(function*(target) {
        const [ipv4, ipv6] = yield* Effect.all([
          found(target, () => resolver.resolve4(target, { ttl: true })),
          found(target, () => resolver.resolve6(target, { ttl: true }))
        ], { concurrency: 2 })
        const ttls = [...ipv4, ...ipv6].map(({ ttl }) => ttl)
        return {
          ipv4: ipv4.map(({ address }) => address),
          ipv6: ipv6.map(({ address }) => address),
          ttl: ttls.length === 0 ? negativeTtl : Math.min(...ttls)
        }
      })
    })
  })
