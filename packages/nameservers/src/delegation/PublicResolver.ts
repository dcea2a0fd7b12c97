import { DnsName } from "@namewright/core/dns"
import { Effect, Result } from "effect"
import { Resolver } from "node:dns/promises"

export interface PublicResolverOptions {
  /** Resolvers to ask, `192.0.2.53` or `192.0.2.53:5353`. Default those of the system. */
  readonly resolvers?: ReadonlyArray<string> | undefined
  /** Time limit of each answer in milliseconds. Default 2000. */
  readonly timeout?: number | undefined
}

export const standardTimeout = 2000

/** A resolver did not answer. */
export class Unresolved {
  readonly code: string
  constructor(code: string) {
    this.code = code
  }
}

/** Recursive look-ups. An empty list is an answer as well: the name has no such records. */
export interface PublicResolver {
  readonly addresses: (hostname: DnsName.DnsName) => Effect.Effect<ReadonlyArray<string>, Unresolved>
  /** Targets of the NS records, in lower case. */
  readonly nameservers: (name: DnsName.DnsName) => Effect.Effect<ReadonlyArray<DnsName.DnsName>, Unresolved>
}

/** Error codes of Node for negative answers. */
const nothing = new Set(["ENODATA", "ENOTFOUND"])

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "no answer"

const resolved = (find: () => Promise<ReadonlyArray<string>>): Effect.Effect<ReadonlyArray<string>, Unresolved> =>
  Effect.catch(
    Effect.tryPromise({ try: find, catch: (error) => new Unresolved(codeOf(error)) }),
    (error) => nothing.has(error.code) ? Effect.succeed([]) : Effect.fail(error)
  )

/** A name without its final dot, as Node writes names. */
const withoutDot = (name: DnsName.DnsName): string => name.slice(0, -1)

const absolute = (name: string): ReadonlyArray<DnsName.DnsName> =>
  Result.match(DnsName.parse(name), { onFailure: () => [], onSuccess: (parsed) => [DnsName.lowerCase(parsed)] })

export const publicResolver = ({ resolvers, timeout = standardTimeout }: PublicResolverOptions): PublicResolver => {
  const resolver = new Resolver({ timeout, tries: 2 })
  if (resolvers !== undefined) resolver.setServers([...resolvers])
  return {
    addresses: (hostname) =>
      Effect.map(
        Effect.all([
          resolved(() => resolver.resolve4(withoutDot(hostname))),
          resolved(() => resolver.resolve6(withoutDot(hostname)))
        ], { concurrency: 2 }),
        (both) => both.flat()
      ),
    nameservers: (name) =>
      Effect.map(resolved(() => resolver.resolveNs(withoutDot(name))), (names) => names.flatMap(absolute))
  }
}
