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
  searchText
} from "../shared/index.ts"
import { CreateHostRequest, Host, HostReference, HostSortField, ReplaceHostRequest } from "./Host.ts"
import { Hosts } from "./Hosts.ts"

/** Parameters of the list of hosts. */
export const hostList = listForm({
  sort: { field: HostSortField, standard: { by: "created_on", order: "desc" } },
  filter: { domain: Schema.optionalKey(searchText), search: Schema.optionalKey(searchText) }
})

export interface HostJson extends JsonOf<typeof Host> {}
export interface CreateHostInput extends InputOf<typeof CreateHostRequest> {}
export interface ReplaceHostInput extends InputOf<typeof ReplaceHostRequest> {}
export interface HostFilterInput extends InputOf<Schema.Struct<typeof hostList.filter>> {}

/** Nameservers below the account's own domains, with their addresses at the registry (glue records). */
export interface HostCalls {
  /**
   * Creates a host object below a domain of the account.
   *
   * Rights: `hosts:manage`, `domains:manage`.
   *
   * @throws ERROR_HOST_ALREADY_EXISTS, ERROR_HOST_OBJECTS_NOT_SUPPORTED, ERROR_PARENT_DOMAIN_NOT_FOUND,
   *   ERROR_REGISTRY_POLICY, ERROR_REGISTRY_UNAVAILABLE, ERROR_REQUEST_IN_PROGRESS
   *
   * @example
   * await caller.hosts.create({ hostname: "ns1.example.com", ip_addresses: ["192.0.2.1"] })
   */
  readonly create: (host: CreateHostInput, options?: CallOptions) => Promise<HostJson>
  /**
   * Returns one page of host objects, newest first unless `sort` says otherwise.
   *
   * Rights: `hosts:read`.
   *
   * @example
   * const { items } = await caller.hosts.page({ filter: { domain: "example.com" } })
   */
  readonly page: (
    request?: ListRequest<HostFilterInput, HostSortField>,
    options?: CallOptions
  ) => Promise<Page<HostJson>>
  /**
   * Iterates over all host objects that match a filter.
   *
   * Rights: `hosts:read`.
   *
   * @example
   * for await (const host of caller.hosts.all()) console.log(host.hostname)
   */
  readonly all: (filter?: HostFilterInput, options?: AllOptions<HostSortField>) => AsyncIterable<HostJson>
  /**
   * Returns a host object by id or hostname.
   *
   * Rights: `hosts:read`.
   *
   * @throws ERROR_HOST_NOT_FOUND
   *
   * @example
   * const { ip_addresses } = await caller.hosts.get("ns1.example.com")
   */
  readonly get: (host_reference: string, options?: CallOptions) => Promise<HostJson>
  /**
   * Replaces the addresses of a host object.
   *
   * Rights: `hosts:manage`.
   *
   * @throws ERROR_HOST_NOT_FOUND, ERROR_REGISTRY_POLICY, ERROR_REGISTRY_UNAVAILABLE, ERROR_REQUEST_IN_PROGRESS
   *
   * @example
   * await caller.hosts.replace("ns1.example.com", { ip_addresses: ["192.0.2.2", "2001:db8::2"] })
   */
  readonly replace: (host_reference: string, host: ReplaceHostInput, options?: CallOptions) => Promise<HostJson>
  /**
   * Deletes a host object that no domain uses.
   *
   * Rights: `hosts:delete`.
   *
   * @throws ERROR_HOST_IN_USE, ERROR_HOST_NOT_FOUND, ERROR_REGISTRY_POLICY, ERROR_REGISTRY_UNAVAILABLE,
   *   ERROR_REQUEST_IN_PROGRESS
   *
   * @example
   * await caller.hosts.remove("ns1.example.com")
   */
  readonly remove: (host_reference: string, options?: CallOptions) => Promise<void>
}

const byReference = inPath("host_reference", HostReference)

export const hostCalls = {
  create: call([inBody(CreateHostRequest)], Host, (host) => Hosts.use((hosts) => hosts.create(host))),
  ...listCalls(
    [],
    hostList,
    Host,
    "host_id",
    ({ filter, page, sort }) => Hosts.use((hosts) => hosts.list(filter, sort, page))
  ),
  get: call([byReference], Host, (reference) => Hosts.use((hosts) => hosts.get(reference))),
  replace: call(
    [byReference, inBody(ReplaceHostRequest)],
    Host,
    (reference, host) => Hosts.use((hosts) => hosts.replace(reference, host))
  ),
  remove: call([byReference], Schema.Void, (reference) => Hosts.use((hosts) => hosts.remove(reference)))
} satisfies CallsFor<HostCalls>
