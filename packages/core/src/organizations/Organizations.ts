import { Context, Effect, Layer, Option } from "effect"
import {
  type AuthorizationError,
  authorize,
  createdOnce,
  OrganizationDirectory,
  OrganizationScope,
  PermissionDenied,
  permissionsOf,
  RecentCallers,
  refuseExceeding,
  UnknownOrganization,
  type User,
  type UserExists,
  UserStore
} from "../access/index.ts"
import { Wallets } from "../billing/index.ts"
import {
  type Actor,
  covers,
  type CurrentActor,
  inputIssue,
  InvalidInput,
  OrganizationId,
  type Page,
  type PageRequest,
  refuseInput,
  type Sort,
  Transaction
} from "../shared/index.ts"
import { planAttributes } from "./AttributePlan.ts"
import { consolidatedAccount, independentAccount } from "./IndependentBilling.ts"
import {
  agentOrganizationIssues,
  type ListedOrganization,
  type NewOrganization,
  type OrganizationDetails,
  type OrganizationFilter,
  type OrganizationPatch,
  type OrganizationSortField,
  type OrganizationStatus,
  type OrganizationWithUsers
} from "./Organization.ts"
import type { OrganizationAttribute } from "./OrganizationAttribute.ts"
import { shownAttributes } from "./OrganizationAttributes.ts"
import { OrganizationAttributeStore } from "./OrganizationAttributeStore.ts"
import {
  IndependentBillingAttributesInvalid,
  type IndependentBillingError,
  IndependentBillingNotAllowed,
  type OrganizationAttributeProtected,
  type OrganizationInUse
} from "./OrganizationError.ts"
import { organizationRemoval } from "./organizationRemoval.ts"
import {
  initialTerms,
  type OrganizationChange,
  OrganizationStore,
  type StoredOrganization
} from "./OrganizationStore.ts"
import { newOrganization, organizationWriter } from "./OrganizationWriter.ts"
import { vatChecking } from "./vatChecking.ts"

/** Parents and their suborganizations, on exactly two levels. Source: REST specification, "Organization model". */
export class Organizations extends Context.Service<Organizations, {
  /** Creates a suborganization of the caller's organization. The first user becomes its owner, the others admins. */
  readonly create: (
    input: NewOrganization
  ) => Effect.Effect<
    OrganizationWithUsers,
    | AuthorizationError
    | UnknownOrganization
    | InvalidInput
    | IndependentBillingError
    | OrganizationAttributeProtected
    | UserExists,
    CurrentActor
  >
  /** The caller's organization and, for a parent, its suborganizations. */
  readonly list: (
    filter: OrganizationFilter,
    sort: Sort<OrganizationSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<ListedOrganization>, AuthorizationError, CurrentActor>
  /** Users are included if the caller may read users. */
  readonly get: (
    id: OrganizationId
  ) => Effect.Effect<OrganizationDetails, AuthorizationError | UnknownOrganization, CurrentActor>
  readonly update: (
    id: OrganizationId,
    patch: OrganizationPatch
  ) => Effect.Effect<
    OrganizationWithUsers,
    AuthorizationError | UnknownOrganization | InvalidInput | IndependentBillingAttributesInvalid,
    CurrentActor
  >
  /**
   * Changes the status of a suborganization, for its parent. An inactive organization can only read; its domains are not
   * renewed by schedule, and its zones are served.
   */
  readonly changeStatus: (
    id: OrganizationId,
    status: OrganizationStatus
  ) => Effect.Effect<OrganizationWithUsers, AuthorizationError | UnknownOrganization, CurrentActor>
  /**
   * Deletes a suborganization that owns nothing, for its parent: its keys are revoked, and its users removed.
   */
  readonly remove: (
    id: OrganizationId
  ) => Effect.Effect<void, AuthorizationError | OrganizationInUse | UnknownOrganization, CurrentActor>
}>()("@namewright/core/organizations/Organizations") {
  static readonly layer = Layer.effect(
    Organizations,
    Effect.gen(function*() {
      const store = yield* OrganizationStore
      const attributes = yield* OrganizationAttributeStore
      const directory = yield* OrganizationDirectory
      const users = yield* UserStore
      const wallets = yield* Wallets
      const transaction = yield* Transaction
      const writer = yield* organizationWriter
      const vatChecks = yield* vatChecking
      const removeUnused = yield* organizationRemoval
      const recent = yield* RecentCallers

      const requireStored = Effect.fnUntraced(function*(actor: Actor, organization_id: OrganizationId) {
        yield* OrganizationScope.requireVisible(directory, actor, organization_id)
        const found = yield* store.find(organization_id)
        return Option.isSome(found) ? found.value : yield* new UnknownOrganization({ organization_id })
      })

      const attributesOf = Effect.fnUntraced(function*(actor: Actor, ids: ReadonlyArray<OrganizationId>) {
        const all = yield* attributes.list(ids)
        return (id: OrganizationId) => shownAttributes(actor, id, all.get(id) ?? [])
      })

      const peopleOf = (actor: Actor, id: OrganizationId): Effect.Effect<ReadonlyArray<User>> =>
        covers(actor.permissions, "users:read") ? users.list(id) : Effect.succeed([])

      const viewOf = Effect.fnUntraced(function*(actor: Actor, stored: StoredOrganization) {
        const { organization_id: id } = stored
        const shown = yield* attributesOf(actor, [id])
        return withUsers(stored, shown(id), yield* peopleOf(actor, id))
      })

      const createAs = Effect.fn("Organizations.create")(function*(
        organization_id: OrganizationId,
        input: NewOrganization
      ) {
        const actor = yield* authorize("organization:manage")
        if ((input.users ?? []).length > 0) yield* requireOwnersRights(actor)
        const parent = yield* requireStored(actor, input.parent_organization_id ?? actor.organization_id)
        yield* requireTopLevel(actor, parent, input)
        const independent = input.billing_mode === "independent"
        const account = yield* independent
          ? independentAccount(input, parent.independent_billing_approved)
          : consolidatedAccount(input)
        const plan = yield* planAttributes([], input.attributes ?? [], true)
        const stored = yield* newOrganization(input, account, {
          ...initialTerms,
          organization_id,
          parent_organization_id: parent.organization_id,
          payer_id: independent ? organization_id : parent.organization_id,
          external_reference: null
        })
        const vat = yield* vatChecks.ask(stored)
        const hashed = yield* writer.withHashes(input.users ?? [])
        return yield* transaction.atomically(Effect.gen(function*() {
          yield* store.insert(stored)
          yield* vatChecks.keep(organization_id, vat)
          const people = yield* writer.writeContents(stored, plan.put, hashed)
          const shown = yield* attributesOf(actor, [organization_id])
          return withUsers(stored, shown(organization_id), people)
        }))
      })

      const create = Effect.fnUntraced(function*(input: NewOrganization) {
        const actor = yield* authorize("organization:manage")
        if (actor.agent !== undefined) yield* refuseInput(agentOrganizationIssues(input))
        const find = Effect.fnUntraced(function*(id: OrganizationId) {
          const found = yield* store.find(id)
          return Option.isSome(found) ? Option.some(yield* viewOf(actor, found.value)) : Option.none()
        })
        return yield* createdOnce(
          "organization",
          (text) => OrganizationId.make(text),
          find,
          (id) => createAs(id, input)
        )
      })

      const list: Organizations["Service"]["list"] = Effect.fn("Organizations.list")(function*(filter, sort, page) {
        const actor = yield* authorize("organization:read")
        const { organization_id, parent_organization_id } = actor
        const scope = parent_organization_id === null ? { family: organization_id } : { organization: organization_id }
        const found = yield* store.list(scope, filter, sort, page)
        const shown = yield* attributesOf(actor, found.items.map((item) => item.organization_id))
        return { ...found, items: found.items.map((item) => listed(item, shown(item.organization_id))) }
      })

      const get = Effect.fn("Organizations.get")(function*(id: OrganizationId) {
        const actor = yield* authorize("organization:read")
        const found = yield* requireStored(actor, id)
        const shown = yield* attributesOf(actor, [id])
        const balance = yield* wallets.balance(id)
        const details: OrganizationDetails = {
          ...withUsers(found, shown(id), yield* peopleOf(actor, id)),
          account_balance: Option.match(balance, { onNone: () => null, onSome: ({ amount }) => amount / 100 }),
          active_plan: found.active_plan,
          billing_metadata: billingMetadata(found)
        }
        return details
      })

      const update = Effect.fn("Organizations.update")(function*(id: OrganizationId, patch: OrganizationPatch) {
        const actor = yield* authorize("organization:manage")
        const found = yield* requireStored(actor, id)
        const change = changeOf(patch)
        if (found.billing_mode === "independent" && change.country_code === null) {
          return yield* new IndependentBillingAttributesInvalid({ invalid_fields: ["country_code"] })
        }
        const isChecked = concernsVat(change)
        const vat = isChecked ? yield* vatChecks.ask({ ...found, ...change }) : undefined
        const updated = yield* transaction.atomically(
          Effect.tap(
            writer.change(id, change),
            (changed) => isChecked && Option.isSome(changed) ? vatChecks.keep(id, vat) : Effect.void
          )
        )
        return Option.isSome(updated)
          ? yield* viewOf(actor, updated.value)
          : yield* new UnknownOrganization({ organization_id: id })
      })

      const requireBelow = Effect.fnUntraced(function*(organization_id: OrganizationId) {
        const actor = yield* authorize("organization:manage")
        yield* OrganizationScope.requireVisible(directory, actor, organization_id)
        if (organization_id === actor.organization_id) {
          return yield* new PermissionDenied({
            reason: "Only its parent can deactivate, activate or delete an organization"
          })
        }
        return actor
      })

      const changeStatus = Effect.fn("Organizations.changeStatus")(
        function*(organization_id: OrganizationId, status: OrganizationStatus) {
          const actor = yield* requireBelow(organization_id)
          const changed = yield* transaction.atomically(
            Effect.tap(writer.change(organization_id, { status }), recent.forget)
          )
          return Option.isSome(changed)
            ? yield* viewOf(actor, changed.value)
            : yield* new UnknownOrganization({ organization_id })
        }
      )

      const remove = Effect.fn("Organizations.remove")((id: OrganizationId) =>
        Effect.andThen(requireBelow(id), removeUnused(id))
      )

      return Organizations.of({ create, list, get, update, changeStatus, remove })
    })
  )
}

/** The first user becomes the owner, who can spend the money of the payer: a caller cannot grant what it lacks. */
const requireOwnersRights = (actor: Actor): Effect.Effect<void, PermissionDenied> =>
  refuseExceeding(
    actor,
    permissionsOf("owner", null),
    (missing) => `A caller cannot create users with permissions that it lacks: ${missing}`
  )

/** Suborganizations have no suborganizations. */
const requireTopLevel = Effect.fnUntraced(function*(
  actor: Actor,
  parent: StoredOrganization,
  { billing_mode, parent_organization_id }: NewOrganization
): Effect.fn.Return<void, IndependentBillingNotAllowed | PermissionDenied | InvalidInput> {
  if (parent.parent_organization_id === null) return
  if (billing_mode === "independent") return yield* new IndependentBillingNotAllowed()
  const reason = "A suborganization cannot have suborganizations"
  if (actor.parent_organization_id !== null) return yield* new PermissionDenied({ reason })
  return yield* new InvalidInput({
    issues: [inputIssue(["body", "parent_organization_id"], "value_error", reason, parent_organization_id)]
  })
})

const listed = (
  organization: StoredOrganization,
  attributes: ReadonlyArray<OrganizationAttribute>
): ListedOrganization => ({ ...organization, attributes, keycloak_organization_id: null })

const withUsers = (
  organization: StoredOrganization,
  attributes: ReadonlyArray<OrganizationAttribute>,
  users: ReadonlyArray<User>
): OrganizationWithUsers => ({
  ...listed(organization, attributes),
  users: users.map((user) => ({ ...user, keycloak_user_id: null }))
})

const billingMetadata = (organization: StoredOrganization): OrganizationDetails["billing_metadata"] =>
  organization.payer_id === organization.organization_id
    ? {
      billing_model: organization.billing_model,
      credit_limit: Math.floor(organization.credit_limit / 100),
      customer_number: organization.customer_number
    }
    : { billing_model: null, credit_limit: null, customer_number: null }

const changeOf = ({ name, ...patch }: OrganizationPatch): OrganizationChange =>
  name === undefined || name === null ? patch : { ...patch, name }

const concernsVat = (change: OrganizationChange): boolean =>
  (["name", "city", "country_code", "tax_id", "tax_id_type"] as const).some((field) => field in change)
