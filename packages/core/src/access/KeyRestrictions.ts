import { Option, Schema } from "effect"
import { type AccessScope, limits, NamePattern, TypeId } from "../shared/index.ts"
import { IpNetworkText, networkHolding } from "./IpRestriction.ts"

const bounds = limits.apiKeyRestrictions

/** Id of a zone or a domain. */
export const RestrictedObjectId = Schema.Union([TypeId.schema("domain"), TypeId.schema("zone")])

/** A list that restricts has at least one entry. */
const restricting = <S extends Schema.Top>(entry: S, maximum: number) =>
  Schema.optionalKey(Schema.NullOr(
    Schema.Array(entry).check(Schema.isMinLength(1), Schema.isMaxLength(maximum))
  ))

/** Mnemonic of a record type, such as `TXT`, or `TYPE65280`. */
const RecordTypeName = Schema.String.check(Schema.isPattern(/^[A-Z][A-Z0-9-]{0,19}$/))

/** RRsets that a key may change: a pattern of their absolute owner names, and types. Without types, all of them. */
export const RrsetRestriction = Schema.Struct({
  name: NamePattern,
  types: restricting(RecordTypeName, bounds.types)
}).annotate({ identifier: "ApiKeyRrsetRestriction" })

/**
 * Restrictions of an API key. `ids`, `tag_ids` and `names` select zones and domains of the key's organization; an object
 * that one of the three selects is in the scope. `rrsets` limits changes of zones to some RRsets. `networks` limits the
 * addresses of calls; the networks of the organization apply as well. An absent list does not restrict; at least one is
 * present.
 */
export const KeyRestrictions = Schema.Struct({
  /** Ids of zones and domains. */
  ids: restricting(RestrictedObjectId, bounds.ids),
  tag_ids: restricting(TypeId.schema("tag"), bounds.tag_ids),
  names: restricting(NamePattern, bounds.names),
  rrsets: restricting(RrsetRestriction, bounds.rrsets),
  /** Addresses from which the key is accepted. */
  networks: restricting(IpNetworkText, bounds.networks)
}).check(
  Schema.makeFilter((lists) =>
    Object.values(lists).some((list) => list !== null && list !== undefined) ||
    "Expected at least one list; null removes all restrictions"
  )
).annotate({ identifier: "ApiKeyRestrictions" })
export type KeyRestrictions = typeof KeyRestrictions.Type

/** The scope of a key; undefined if it may act on every object and RRset of its organization. */
export const scopeOf = (restrictions: KeyRestrictions | null): AccessScope | undefined => {
  const { ids = null, names = null, rrsets = null, tag_ids = null } = restrictions ?? {}
  const selects = ids !== null || names !== null || tag_ids !== null
  if (!selects && rrsets === null) return undefined
  return [{
    objects: selects ? { ids: ids ?? [], tag_ids: tag_ids ?? [], names: names ?? [] } : null,
    rrsets: rrsets === null ? null : rrsets.map(({ name, types = null }) => ({ name, types }))
  }]
}

/** True if the restrictions accept calls from the address. */
export const acceptsAddress = (restrictions: KeyRestrictions | null, address: string | undefined): boolean => {
  const networks = restrictions?.networks ?? []
  return networks.length === 0 || Option.isSome(networkHolding(networks.map((ip_network) => ({ ip_network })), address))
}
