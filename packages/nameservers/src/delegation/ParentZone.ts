import { DnsName, namesAbove } from "@namewright/core/dns"
import { Effect } from "effect"
import { rrTypes } from "../message/RrType.ts"
import type { Transport } from "../transport/DnsExchange.ts"
import { type Delegation, delegationIn } from "./delegationIn.ts"
import { type PublicResolver, Unresolved } from "./PublicResolver.ts"
import type { ZoneServer, ZoneServers } from "./ZoneServers.ts"

/** A zone with its nameservers. */
export interface ParentZone {
  readonly name: DnsName.DnsName
  readonly servers: ReadonlyArray<ZoneServer>
}

/** Labels of the deepest name whose parent zone is looked for. */
const deepest = 12

/** Every name and every address in several views of one delegation. */
export const united = (views: ReadonlyArray<Delegation>): Pick<Delegation, "glue" | "nameservers"> => {
  const glue = new Map<DnsName.DnsName, ReadonlyArray<string>>()
  for (const view of views) {
    for (const [name, addresses] of view.glue) {
      glue.set(name, Array.from(new Set([...glue.get(name) ?? [], ...addresses])))
    }
  }
  const names = new Set(views.flatMap(({ nameservers }) => nameservers))
  return { nameservers: Array.from(names).toSorted(DnsName.compare), glue }
}

/**
 * Finds the zone that a name is delegated from, or would be. A resolver finds the nameservers of the top-level domain
 * only; from there on the nameservers of each zone are queried for the next zone cut, one label deeper at each step, so that
 * the search ends.
 */
export const findParentZone = Effect.fnUntraced(function*(
  zone: DnsName.DnsName,
  { resolver, servers, transport }: {
    readonly resolver: PublicResolver
    readonly servers: ZoneServers
    readonly transport: Transport
  }
): Effect.fn.Return<ParentZone, Unresolved> {
  const [top, ...below] = namesAbove(zone).toReversed()
  if (top === undefined) return yield* Effect.fail(new Unresolved(`${zone} has no zone above it`))
  if (below.length >= deepest) return yield* Effect.fail(new Unresolved(`${zone} has too many labels`))
  const names = yield* Effect.mapError(
    resolver.nameservers(top),
    ({ code }) => new Unresolved(`The nameservers of ${top} were not resolved: ${code}`)
  )
  let found: ParentZone = { name: top, servers: yield* servers.located(names, new Map()) }
  for (const name of below) {
    const question = { name, type: rrTypes.NS, transport }
    const { answered } = yield* servers.ask(found.servers, question, delegationIn(name))
    if (answered.length === 0) return yield* Effect.fail(new Unresolved(`No nameserver of ${found.name} answered`))
    const { glue, nameservers } = united(answered.map(({ value }) => value))
    if (nameservers.length > 0) found = { name, servers: yield* servers.located(nameservers, glue) }
  }
  return found
})
