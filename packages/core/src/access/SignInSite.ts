import { Context, Effect, Option } from "effect"
import type { OrganizationId } from "../shared/index.ts"
import { OrganizationDirectory } from "./OrganizationDirectory.ts"

/** Sign-in realm at whose pages a request is processed. */
export interface SignInSite {
  /** Separates sign-ins, records and counters of realms. Empty for the realm of the installation. */
  readonly realm: string
  /** Origin of its pages; undefined for that of the base URL. */
  readonly origin: string | undefined
  /**
   * Organization whose users, and those of its suborganizations, have accounts at this realm. Null for all users. Others are
   * refused like unknown ones.
   */
  readonly tenant: OrganizationId | null
}

/** The site of the current request. Default: the realm of the installation, for all users. */
export const SignInSite = Context.Reference<SignInSite>("@namewright/core/access/SignInSite", {
  defaultValue: () => ({ realm: "", origin: undefined, tenant: null })
})

/** True for an organization and for those below another one. */
export const makeIsBelow = Effect.map(
  OrganizationDirectory,
  ({ find }) =>
    Effect.fnUntraced(function*(organization: OrganizationId, above: OrganizationId) {
      let id: OrganizationId | null = organization
      while (id !== null && id !== above) {
        id = Option.getOrNull(Option.map(yield* find(id), ({ parent_organization_id }) => parent_organization_id))
      }
      return id !== null
    })
)

/** True if the users of an organization have accounts at the site of the request. */
export const makeHasAccounts = Effect.map(
  makeIsBelow,
  (isBelow) => (organization: OrganizationId) =>
    Effect.flatMap(SignInSite, ({ tenant }) => tenant === null ? Effect.succeed(true) : isBelow(organization, tenant))
)
