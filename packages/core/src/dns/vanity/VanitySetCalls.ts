import { Schema } from "effect"
import {
  type AllOptions,
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  type JsonOf,
  listCalls,
  listForm,
  type ListRequest,
  type Page,
  repeatable,
  type RepeatableCallOptions
} from "../../shared/index.ts"
import type { ZoneJson } from "../ZoneCalls.ts"
import { ZoneDetails } from "../ZoneView.ts"
import { AssignVanitySet, ChangeVanitySet, CreateVanitySet, VanitySet, VanitySetId } from "./VanitySet.ts"
import { CheckVanitySet, VanitySetReport } from "./VanitySetCheck.ts"
import { VanitySets } from "./VanitySets.ts"
import { VanitySetZones } from "./VanitySetZones.ts"

/** The list of vanity nameserver sets, and that of the zones of one. */
export const vanitySetList = listForm({ filter: {} })

const ClearedDefault = Schema.Struct({ cleared: Schema.Boolean })

export interface VanitySetJson extends JsonOf<typeof VanitySet> {}
export interface VanitySetReportJson extends JsonOf<typeof VanitySetReport> {}
export interface ClearedDefaultJson extends JsonOf<typeof ClearedDefault> {}
export interface CreateVanitySetInput extends InputOf<typeof CreateVanitySet> {}
export interface ChangeVanitySetInput extends InputOf<typeof ChangeVanitySet> {}
export interface CheckVanitySetInput extends InputOf<typeof CheckVanitySet> {}
export interface AssignVanitySetInput extends InputOf<typeof AssignVanitySet> {}

/** Vanity nameservers: nameservers under the account's own names. */
export interface VanityNameserverCalls {
  /**
   * Creates a vanity nameserver set and charges the price list. It becomes active when its names are in place.
   *
   * Rights: `vanity_ns:manage`.
   *
   * @throws ERROR_BILLING_INSUFFICIENT_FUNDS, ERROR_PRICE_UNAVAILABLE, ERROR_PRODUCT_NOT_AVAILABLE
   *
   * @example
   * await caller.vanityNameservers.create({
   *   name: "ours", parent_domain_name: "example.com", soa_rname: "hostmaster.example.com",
   *   hostnames: ["ns1.example.com", "ns2.example.com"]
   * })
   */
  readonly create: (set: CreateVanitySetInput, options?: RepeatableCallOptions) => Promise<VanitySetJson>
  /**
   * Returns one page of the vanity nameserver sets, newest first.
   *
   * Rights: `vanity_ns:read`.
   *
   * @example
   * const { items } = await caller.vanityNameservers.page()
   */
  readonly page: (request?: ListRequest<{}>, options?: CallOptions) => Promise<Page<VanitySetJson>>
  /**
   * Iterates over all vanity nameserver sets, newest first.
   *
   * Rights: `vanity_ns:read`.
   *
   * @example
   * for await (const { name, status } of caller.vanityNameservers.all()) console.log(name, status)
   */
  readonly all: (filter?: {}, options?: AllOptions) => AsyncIterable<VanitySetJson>
  /**
   * Returns a vanity nameserver set.
   *
   * Rights: `vanity_ns:read`.
   *
   * @throws ERROR_VANITY_NS_NOT_FOUND
   *
   * @example
   * const { status } = await caller.vanityNameservers.get(set_id)
   */
  readonly get: (set_id: string, options?: CallOptions) => Promise<VanitySetJson>
  /**
   * Sets whether the set is renewed at the end of the paid year.
   *
   * Rights: `vanity_ns:manage`.
   *
   * @throws ERROR_VANITY_NS_NOT_FOUND, ERROR_VANITY_NS_STATE
   *
   * @example
   * await caller.vanityNameservers.update(set_id, { renewal_mode: "expire" })
   */
  readonly update: (set_id: string, changes: ChangeVanitySetInput, options?: CallOptions) => Promise<VanitySetJson>
  /**
   * Deletes a vanity nameserver set that no zone uses.
   *
   * Rights: `vanity_ns:manage`.
   *
   * @throws ERROR_VANITY_NS_IN_USE, ERROR_VANITY_NS_IS_DEFAULT, ERROR_VANITY_NS_NOT_FOUND, ERROR_VANITY_NS_STATE
   *
   * @example
   * await caller.vanityNameservers.remove(set_id)
   */
  readonly remove: (set_id: string, options?: CallOptions) => Promise<VanitySetJson>
  /**
   * Waits once more for the names of a failed set.
   *
   * Rights: `vanity_ns:manage`.
   *
   * @throws ERROR_VANITY_NS_NOT_FOUND, ERROR_VANITY_NS_STATE
   *
   * @example
   * await caller.vanityNameservers.retry(set_id)
   */
  readonly retry: (set_id: string, options?: CallOptions) => Promise<VanitySetJson>
  /**
   * Charges the fee and another year for a suspended set, and activates it.
   *
   * Rights: `vanity_ns:manage`.
   *
   * @throws ERROR_BILLING_INSUFFICIENT_FUNDS, ERROR_PRICE_UNAVAILABLE, ERROR_PRODUCT_NOT_AVAILABLE,
   *   ERROR_VANITY_NS_NOT_FOUND, ERROR_VANITY_NS_STATE
   *
   * @example
   * await caller.vanityNameservers.restore(set_id, { idempotencyKey: "restore-17" })
   */
  readonly restore: (set_id: string, options?: RepeatableCallOptions) => Promise<VanitySetJson>
  /**
   * Makes a set the default of new zones.
   *
   * Rights: `vanity_ns:manage`.
   *
   * @throws ERROR_VANITY_NS_NOT_FOUND, ERROR_VANITY_NS_STATE
   *
   * @example
   * await caller.vanityNameservers.makeDefault(set_id)
   */
  readonly makeDefault: (set_id: string, options?: CallOptions) => Promise<VanitySetJson>
  /**
   * Gives new zones the nameservers of the platform again.
   *
   * Rights: `vanity_ns:manage`.
   *
   * @example
   * const { cleared } = await caller.vanityNameservers.clearDefault()
   */
  readonly clearDefault: (options?: CallOptions) => Promise<ClearedDefaultJson>
  /**
   * Checks whether the names of a set are in place, and returns what is left to do.
   *
   * Rights: `vanity_ns:read`.
   *
   * @throws ERROR_VANITY_NS_NOT_FOUND
   *
   * @example
   * const { checks } = await caller.vanityNameservers.check({ set_id })
   */
  readonly check: (set: CheckVanitySetInput, options?: CallOptions) => Promise<VanitySetReportJson>
  /**
   * Assigns a zone to a set, or back to the nameservers of the platform.
   *
   * Rights: `dns:manage`, `vanity_ns:manage`.
   *
   * @throws ERROR_VANITY_NS_NOT_FOUND, ERROR_VANITY_NS_STATE, ERROR_ZONE_DISPLACED, ERROR_ZONE_NOT_FOUND
   *
   * @example
   * await caller.vanityNameservers.assign("example.com", { vanity_nameserver_set_id: set_id })
   */
  readonly assign: (zone_name: string, assignment: AssignVanitySetInput, options?: CallOptions) => Promise<ZoneJson>
}

/** Zones of vanity nameserver sets. */
export interface VanityZoneCalls {
  /**
   * Returns one page of the zones of a set, by name.
   *
   * Rights: `vanity_ns:read`.
   *
   * @throws ERROR_VANITY_NS_NOT_FOUND
   *
   * @example
   * const { total } = await caller.vanityZones.page(set_id)
   */
  readonly page: (set_id: string, request?: ListRequest<{}>, options?: CallOptions) => Promise<Page<ZoneJson>>
  /**
   * Iterates over all zones of a set, by name.
   *
   * Rights: `vanity_ns:read`.
   *
   * @throws ERROR_VANITY_NS_NOT_FOUND
   *
   * @example
   * for await (const { name } of caller.vanityZones.all(set_id)) console.log(name)
   */
  readonly all: (set_id: string, filter?: {}, options?: AllOptions) => AsyncIterable<ZoneJson>
}

const byId = inPath("set_id", VanitySetId)

export const vanityNameserverCalls = {
  create: repeatable([inBody(CreateVanitySet)], VanitySet, (set) => VanitySets.use((sets) => sets.create(set))),
  ...listCalls([], vanitySetList, VanitySet, "set_id", ({ page }) => VanitySets.use((sets) => sets.list(page))),
  get: call([byId], VanitySet, (id) => VanitySets.use((sets) => sets.get(id))),
  update: call(
    [byId, inBody(ChangeVanitySet)],
    VanitySet,
    (id, changes) => VanitySets.use((sets) => sets.update(id, changes))
  ),
  remove: call([byId], VanitySet, (id) => VanitySets.use((sets) => sets.remove(id))),
  retry: call([byId], VanitySet, (id) => VanitySets.use((sets) => sets.retry(id))),
  restore: repeatable([byId], VanitySet, (id) => VanitySets.use((sets) => sets.restore(id))),
  makeDefault: call([byId], VanitySet, (id) => VanitySets.use((sets) => sets.makeDefault(id))),
  clearDefault: call([], ClearedDefault, () => VanitySets.use((sets) => sets.clearDefault)),
  check: call([inBody(CheckVanitySet)], VanitySetReport, (set) => VanitySets.use((sets) => sets.check(set))),
  assign: call(
    [inPath("zone_name", Schema.String), inBody(AssignVanitySet)],
    ZoneDetails,
    (zone, assignment) => VanitySetZones.use((zones) => zones.assign(zone, assignment))
  )
} satisfies CallsFor<VanityNameserverCalls>

export const vanityZoneCalls = {
  ...listCalls(
    [byId],
    vanitySetList,
    ZoneDetails,
    "dns_zone_id",
    ({ page }, id) => VanitySets.use((sets) => sets.zones(id, page))
  )
} satisfies CallsFor<VanityZoneCalls>
