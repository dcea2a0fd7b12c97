import { Schema } from "effect"
import {
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  inQuery,
  type JsonOf
} from "../shared/index.ts"
import {
  IpRestriction,
  IpRestrictionChangeQuery,
  IpRestrictionId,
  IpRestrictionListQuery,
  IpRestrictionPatch,
  NewIpRestriction
} from "./IpRestriction.ts"
import { IpRestrictions } from "./IpRestrictions.ts"

export interface IpRestrictionJson extends JsonOf<typeof IpRestriction> {}
export interface NewIpRestrictionInput extends InputOf<typeof NewIpRestriction> {}
export interface IpRestrictionPatchInput extends InputOf<typeof IpRestrictionPatch> {}
export interface IpRestrictionChangeInput extends InputOf<typeof IpRestrictionChangeQuery> {}
export interface IpRestrictionListInput extends InputOf<typeof IpRestrictionListQuery> {}

/**
 * Networks from which the organization accepts calls. With at least one, calls from other addresses are refused. Calls of
 * a host are checked only if it passes `client_address`.
 */
export interface IpRestrictionCalls {
  /**
   * Allows a network, for the caller's organization or for a suborganization. A single address becomes a
   * network of that address. A network that would exclude the caller's own address is refused, unless `force` is true.
   *
   * Rights: `organization:manage`.
   *
   * @throws ERROR_IP_RESTRICTION_EXISTS, ERROR_IP_RESTRICTION_LOCKOUT, ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * await caller.ipRestrictions.create({ ip_network: "192.0.2.0/24" })
   */
  readonly create: (
    restriction: NewIpRestrictionInput,
    query?: IpRestrictionChangeInput,
    options?: CallOptions
  ) => Promise<IpRestrictionJson>
  /**
   * Returns all networks of the caller's organization, or of a suborganization, the oldest first.
   *
   * Rights: `organization:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * for (const { ip_network, last_used_on } of await caller.ipRestrictions.list()) console.log(ip_network, last_used_on)
   */
  readonly list: (
    query?: IpRestrictionListInput,
    options?: CallOptions
  ) => Promise<ReadonlyArray<IpRestrictionJson>>
  /**
   * Returns a restriction.
   *
   * Rights: `organization:read`.
   *
   * @throws ERROR_IP_RESTRICTION_NOT_FOUND
   *
   * @example
   * const { ip_network } = await caller.ipRestrictions.get(17)
   */
  readonly get: (ip_restriction_id: number, options?: CallOptions) => Promise<IpRestrictionJson>
  /**
   * Changes the network of a restriction. A change that would exclude the caller's own address is refused, unless `force`
   * is true.
   *
   * Rights: `organization:manage`.
   *
   * @throws ERROR_IP_RESTRICTION_EXISTS, ERROR_IP_RESTRICTION_LOCKOUT, ERROR_IP_RESTRICTION_NOT_FOUND
   *
   * @example
   * await caller.ipRestrictions.update(17, { ip_network: "2001:db8::/48" })
   */
  readonly update: (
    ip_restriction_id: number,
    changes: IpRestrictionPatchInput,
    query?: IpRestrictionChangeInput,
    options?: CallOptions
  ) => Promise<IpRestrictionJson>
  /**
   * Removes a restriction. Without the last one, calls from every address are accepted. If others remain that would
   * exclude the caller's own address, the removal is refused, unless `force` is true.
   *
   * Rights: `organization:manage`.
   *
   * @throws ERROR_IP_RESTRICTION_LOCKOUT, ERROR_IP_RESTRICTION_NOT_FOUND
   *
   * @example
   * await caller.ipRestrictions.remove(17)
   */
  readonly remove: (
    ip_restriction_id: number,
    query?: IpRestrictionChangeInput,
    options?: CallOptions
  ) => Promise<void>
}

const byId = inPath("ip_restriction_id", IpRestrictionId)

export const ipRestrictionCalls = {
  create: call(
    [inBody(NewIpRestriction), inQuery(IpRestrictionChangeQuery)],
    IpRestriction,
    (restriction, query) => IpRestrictions.use((restrictions) => restrictions.create(restriction, query))
  ),
  list: call(
    [inQuery(IpRestrictionListQuery)],
    Schema.Array(IpRestriction),
    (query) => IpRestrictions.use((restrictions) => restrictions.list(query))
  ),
  get: call([byId], IpRestriction, (id) => IpRestrictions.use((restrictions) => restrictions.get(id))),
  update: call(
    [byId, inBody(IpRestrictionPatch), inQuery(IpRestrictionChangeQuery)],
    IpRestriction,
    (id, changes, query) => IpRestrictions.use((restrictions) => restrictions.update(id, changes, query))
  ),
  remove: call(
    [byId, inQuery(IpRestrictionChangeQuery)],
    Schema.Void,
    (id, query) => IpRestrictions.use((restrictions) => restrictions.remove(id, query))
  )
} satisfies CallsFor<IpRestrictionCalls>
