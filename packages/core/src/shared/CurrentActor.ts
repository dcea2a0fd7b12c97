import { Context } from "effect"
import type { OrganizationId } from "./OrganizationId.ts"
import type { Permission } from "./Permission.ts"

/** What made the call: a key of an organization, a person, or the platform itself (schedules, recovery). */
export type Principal =
  | { readonly type: "api_key"; readonly id: string }
  | { readonly type: "user"; readonly id: string }
  | { readonly type: "system" }

/** A program that acts for a person, and what the person has granted it. */
export interface Agent {
  /** Its client id at the sign-in realm. */
  readonly client_id: string
  readonly scopes: ReadonlyArray<string>
  /** The person for whom it acts. */
  readonly user_id: string
  /** Consent behind its token; absent for keys, and for realms that record none here. */
  readonly grant_id?: string | undefined
  /** The organization shows it auth codes, if the person may see them. */
  readonly sees_auth_codes: boolean
}

/** On whose behalf a service works, and what that caller may do. */
export interface Actor {
  readonly principal: Principal
  readonly organization_id: OrganizationId
  /** The parent of a suborganization; null for a parent. */
  readonly parent_organization_id: OrganizationId | null
  /** Reads of an inactive organization work, its writes are refused. */
  readonly organization_active: boolean
  /** Built-in name or label of a custom role; null for the platform itself, and for a person without a role. */
  readonly role: string | null
  readonly permissions: ReadonlySet<Permission>
  /** Set for programs that act for a person, and for keys that they created: each of their writes needs an approval. */
  readonly agent?: Agent | undefined
}

/** Who is calling; set once per request by the transport, or by the embedder. */
export class CurrentActor extends Context.Service<CurrentActor, Actor>()("@namewright/core/shared/CurrentActor") {}
