import { Context, type Effect, type Option } from "effect"
import type { DomainId, Hostname, OrganizationId } from "../shared/index.ts"

/** A domain under which hosts can be made. */
export interface ParentDomain {
  readonly domain_id: DomainId
  readonly organization_id: OrganizationId
  readonly name: string
  readonly tld: string
  /** The key of the registry backend. */
  readonly registry: string
}

/** What hosts need to know of domains; the domains slice provides it. */
export class ParentDomains extends Context.Service<ParentDomains, {
  /** The longest domain that the hostname lies below, of any organization. */
  readonly find: (hostname: Hostname) => Effect.Effect<Option.Option<ParentDomain>>
  /** Whether a domain of any organization delegates to the hostname. */
  readonly delegates: (hostname: Hostname) => Effect.Effect<boolean>
}>()("@namewright/core/hosts/ParentDomains") {}
