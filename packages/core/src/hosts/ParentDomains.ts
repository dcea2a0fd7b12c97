import { Context, type Effect, type Option } from "effect"
import type { DomainId, Hostname, OrganizationId } from "../shared/index.ts"

/** Domain with subordinate hosts. */
export interface ParentDomain {
  readonly domain_id: DomainId
  readonly organization_id: OrganizationId
  readonly name: string
  readonly tld: string
  /** Key of the registry account. */
  readonly registry: string
}

/** Port for domains, implemented by the domains slice. */
export class ParentDomains extends Context.Service<ParentDomains, {
  /** The longest owned domain above the hostname, of any organization. */
  readonly find: (hostname: Hostname) => Effect.Effect<Option.Option<ParentDomain>>
  /** True if a domain of any organization delegates to the hostname. */
  readonly delegates: (hostname: Hostname) => Effect.Effect<boolean>
}>()("@namewright/core/hosts/ParentDomains") {}
