import { Schema } from "effect"
import {
  type AllOptions,
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  inQuery,
  type JsonOf,
  listCalls,
  listForm,
  type ListRequest,
  OrganizationId,
  type Page
} from "../shared/index.ts"
import { Waitlist } from "./Waitlist.ts"
import {
  NewWaitlistApplication,
  WaitlistApplicant,
  WaitlistApplication,
  WaitlistDecision,
  WaitlistEntry,
  WaitlistProduct,
  WaitlistProductKey,
  WaitlistStatus
} from "./WaitlistEntry.ts"
import { WaitlistOperations } from "./WaitlistOperations.ts"

const applicationList = listForm({ filter: { status: Schema.optionalKey(WaitlistStatus) } })

export interface WaitlistEntryJson extends JsonOf<typeof WaitlistEntry> {}
export interface WaitlistProductJson extends JsonOf<typeof WaitlistProduct> {}
export interface WaitlistApplicationJson extends JsonOf<typeof WaitlistApplication> {}
export interface NewWaitlistApplicationInput extends InputOf<typeof NewWaitlistApplication> {}
export interface WaitlistProductInput extends InputOf<typeof WaitlistProduct> {}
export interface WaitlistFilterInput extends InputOf<Schema.Struct<typeof applicationList.filter>> {}

/** Products to which the organization is invited, and for which its users apply. */
export interface WaitlistCalls {
  /**
   * Returns the products to which the organization is invited, with the calling user's application.
   *
   * Rights: none.
   *
   * @example
   * const open = (await caller.waitlist.entries()).filter(({ can_apply }) => can_apply)
   */
  readonly entries: (options?: CallOptions) => Promise<ReadonlyArray<WaitlistEntryJson>>
  /**
   * Applies for a product as the calling user, once for each product. A caller without a user is refused; see the option
   * `user` of `platform.as`.
   *
   * Rights: none.
   *
   * @throws ERROR_WAITLIST_ALREADY_APPLIED, ERROR_WAITLIST_PRODUCT_NOT_FOUND
   *
   * @example
   * const { status } = await caller.waitlist.apply("ai_concierge", { note: "For our support team" })
   */
  readonly apply: (
    product: string,
    request?: NewWaitlistApplicationInput,
    options?: CallOptions
  ) => Promise<WaitlistEntryJson>
}

/** Products with a waitlist, and decisions about applications. */
export interface WaitlistOperatorCalls {
  /**
   * Offers a product, or replaces its texts. Its key is also the resource of the permissions that it grants.
   *
   * @example
   * await platform.operator.waitlist.offer({
   *   product: "ai_concierge", display_name: "AI assistant", description: "Answers questions about your domains"
   * })
   */
  readonly offer: (product: WaitlistProductInput, options?: CallOptions) => Promise<WaitlistProductJson>
  /**
   * Returns all products, by key.
   *
   * @example
   * const products = await platform.operator.waitlist.products()
   */
  readonly products: (options?: CallOptions) => Promise<ReadonlyArray<WaitlistProductJson>>
  /**
   * Shows a product to the users of an organization, who may then apply. Suborganizations are invited on their own.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND, ERROR_WAITLIST_PRODUCT_NOT_FOUND
   *
   * @example
   * await platform.operator.waitlist.invite(organization_id, "ai_concierge")
   */
  readonly invite: (organization_id: string, product: string, options?: CallOptions) => Promise<void>
  /**
   * Hides a product from an organization and ends the access of its users. Their applications are kept.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND, ERROR_WAITLIST_PRODUCT_NOT_FOUND
   *
   * @example
   * await platform.operator.waitlist.uninvite(organization_id, "ai_concierge")
   */
  readonly uninvite: (organization_id: string, product: string, options?: CallOptions) => Promise<void>
  /**
   * Returns one page of the applications for a product, oldest first.
   *
   * @throws ERROR_WAITLIST_PRODUCT_NOT_FOUND
   *
   * @example
   * const { items } = await platform.operator.waitlist.page("ai_concierge", { filter: { status: "pending" } })
   */
  readonly page: (
    product: string,
    request?: ListRequest<WaitlistFilterInput>,
    options?: CallOptions
  ) => Promise<Page<WaitlistApplicationJson>>
  /**
   * Iterates over the applications for a product.
   *
   * @throws ERROR_WAITLIST_PRODUCT_NOT_FOUND
   *
   * @example
   * for await (const { note, user_id } of platform.operator.waitlist.all("ai_concierge")) console.log(user_id, note)
   */
  readonly all: (
    product: string,
    filter?: WaitlistFilterInput,
    options?: AllOptions
  ) => AsyncIterable<WaitlistApplicationJson>
  /**
   * Grants or rejects an application, also a decided one: `rejected` withdraws what was granted. `entries` returns the
   * status to the user. Users of the platform receive the permissions `read` and `manage` of the product.
   *
   * @throws ERROR_WAITLIST_APPLICATION_NOT_FOUND, ERROR_WAITLIST_PRODUCT_NOT_FOUND
   *
   * @example
   * await platform.operator.waitlist.decide(user_id, "ai_concierge", "granted")
   */
  readonly decide: (
    user_id: string,
    product: string,
    decision: "granted" | "rejected",
    options?: CallOptions
  ) => Promise<WaitlistApplicationJson>
}

const ofProduct = inPath("product", WaitlistProductKey)
const inOrganization = [inPath("organization_id", OrganizationId), ofProduct] as const

export const waitlistCalls = {
  entries: call([], Schema.Array(WaitlistEntry), () => Waitlist.use((waitlist) => waitlist.entries)),
  apply: call(
    [ofProduct, inQuery(NewWaitlistApplication)],
    WaitlistEntry,
    (product, request) => Waitlist.use((waitlist) => waitlist.apply(product, request))
  )
} satisfies CallsFor<WaitlistCalls>

export const waitlistOperations = {
  offer: call(
    [inBody(WaitlistProduct)],
    WaitlistProduct,
    (product) => WaitlistOperations.use((operations) => operations.offer(product))
  ),
  products: call(
    [],
    Schema.Array(WaitlistProduct),
    () => WaitlistOperations.use((operations) => operations.products)
  ),
  invite: call(
    inOrganization,
    Schema.Void,
    (organization, product) => WaitlistOperations.use((operations) => operations.invite(organization, product))
  ),
  uninvite: call(
    inOrganization,
    Schema.Void,
    (organization, product) => WaitlistOperations.use((operations) => operations.uninvite(organization, product))
  ),
  ...listCalls(
    [ofProduct],
    applicationList,
    WaitlistApplication,
    "user_id",
    ({ filter, page }, product) =>
      WaitlistOperations.use((operations) => operations.applications(product, filter, page))
  ),
  decide: call(
    [inPath("user_id", WaitlistApplicant), ofProduct, inPath("decision", WaitlistDecision)],
    WaitlistApplication,
    (user, product, decision) => WaitlistOperations.use((operations) => operations.decide(user, product, decision))
  )
} satisfies CallsFor<WaitlistOperatorCalls>
