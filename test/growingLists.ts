import { type UserFilter, UserSortField, UserStore } from "@namewright/core/access"
import { type ApprovalFilter, ApprovalSortField, ApprovalStore } from "@namewright/core/approvals"
import {
  type BillingTransactionFilter,
  BillingTransactionSortField,
  BillingTransactionStore
} from "@namewright/core/billing"
import {
  type AttributeSetFilter,
  AttributeSetSortField,
  AttributeSetStore,
  type ContactFilter,
  ContactSortField,
  ContactStore
} from "@namewright/core/contacts"
import { VanitySetId, VanitySetStore, type ZoneFilter, ZoneSortField, ZoneStore } from "@namewright/core/dns"
import { type EventFilter, EventId, EventSortField, EventStore } from "@namewright/core/events"
import { type HostFilter, HostSortField, HostStore } from "@namewright/core/hosts"
import { Instant, type ObjectScope, type OrganizationId, type PageRequest } from "@namewright/core/shared"
import { type TagListFilter, TagSortField, TagStore } from "@namewright/core/tags"
import { type WebhookDeliveryFilter, WebhookDeliveryStore, WebhookEndpointId } from "@namewright/core/webhooks"
import { DateTime, Effect } from "effect"
import { sentBy, type SentStatement } from "./sentStatements.ts"

/** A statement of a list, and whether the list shows all that there is, so that its order has to come from an index. */
export interface ListStatement extends SentStatement {
  readonly showsAll: boolean
}

const pages: ReadonlyArray<PageRequest> = [{ page: 1, page_size: 50 }, { page: 40, page_size: 50 }]
const begin = DateTime.makeUnsafe(0)
const after = DateTime.makeUnsafe("2026-01-01T00:00:00Z")

/** The endpoint whose log is long. */
export const busyEndpoint = WebhookEndpointId.make(`webhook_endpoint_${"0".repeat(26)}`)

/** A vanity set that some zones have. */
export const sharedSet = VanitySetId.make(`vns_${"0".repeat(26)}`)

/** Filter of a restricted caller. */
const within = (selected: Partial<ObjectScope>): Pick<ZoneFilter, "within"> => ({
  within: [{ ids: [], tag_ids: [], names: [], ...selected }]
})

/** Asks a list for every filter in its usual order, and for all there is in every order. */
const ask = Effect.fnUntraced(function*<F extends object, S extends string, E, R>(
  name: string,
  list: (filter: F, sort: { readonly by: S; readonly order: "desc" }, page: PageRequest) => Effect.Effect<
    unknown,
    E,
    R
  >,
  filters: ReadonlyArray<NoInfer<F>>,
  sorts: ReadonlyArray<S>
) {
  const found: Array<ListStatement> = []
  for (const page of pages) {
    for (const by of sorts) {
      for (const filter of filters) {
        const label = `${name} by ${by}, ${JSON.stringify(filter)}, page ${page.page}`
        const { sent } = yield* sentBy(label, list(filter, { by, order: "desc" }, page))
        found.push(...sent.map((statement) => ({ ...statement, showsAll: Object.keys(filter).length === 0 })))
      }
    }
  }
  return found
})

/** What the lists send that grow with an organization, but for the domains. */
export const growingLists = Effect.fnUntraced(function*(organization: OrganizationId) {
  const events = yield* EventStore
  const hosts = yield* HostStore
  const tags = yield* TagStore
  const contacts = yield* ContactStore
  const attributeSets = yield* AttributeSetStore
  const transactions = yield* BillingTransactionStore
  const approvals = yield* ApprovalStore
  const deliveries = yield* WebhookDeliveryStore
  const zones = yield* ZoneStore
  const vanitySets = yield* VanitySetStore
  const users = yield* UserStore
  const transactionFilters = [
    {},
    { product_reference: "name77.example" },
    { product_type: "domain" },
    { action: "renew" },
    { status: "pending" },
    { created_after: after },
    { completed_after: after },
    { updated_after: after }
  ] as const
  const now = yield* Instant.now
  const statements = [
    yield* ask(
      "approvals",
      (filter: ApprovalFilter, sort, page) => approvals.list(organization, filter, sort, page, now),
      [
        {},
        { state: ["challenged"] },
        { state: ["consumed", "expired"] },
        { operation_id: "renewDomain" },
        { user_id: "user_77" },
        { client_id: "client-77" },
        { created_after: after }
      ],
      ApprovalSortField.literals
    ),
    yield* ask(
      "events",
      (filter: EventFilter, sort, page) => events.list(organization, filter, sort, page),
      [
        {},
        { object_type: "DOMAIN" },
        { object_id: "name77.example" },
        { type: "REGISTRATION" },
        { subtype: "SUCCESS" },
        { acknowledged: true },
        { acknowledged: false }
      ],
      EventSortField.literals
    ),
    yield* ask(
      "hosts",
      (filter: HostFilter, sort, page) => hosts.list(organization, filter, sort, page),
      [{}, { domain: "name77.example" }, { search: "ns77" }],
      HostSortField.literals
    ),
    yield* ask(
      "tags",
      (filter: TagListFilter, sort, page) => tags.list(organization, filter, sort, page),
      [{}, { tag_types: ["DOMAIN"] }, { search: "label77" }],
      TagSortField.literals
    ),
    yield* ask(
      "contacts",
      (filter: ContactFilter, sort, page) => contacts.list(organization, filter, sort, page),
      [{}, { country: "SE" }, { search: "lovelace77" }, { last_name: "lovelace77" }, { in_use: true }],
      ContactSortField.literals
    ),
    yield* ask(
      "attribute sets",
      (filter: AttributeSetFilter, sort, page) => attributeSets.list(organization, filter, sort, page),
      [{}, { tld: "tld7" }, { label: "label777" }, { tld: "tld7", label: "label777" }],
      AttributeSetSortField.literals
    ),
    yield* ask(
      "zones",
      (filter: ZoneFilter, sort, page) => zones.list(organization, filter, sort, page),
      [
        {},
        { name: "name78.example" },
        { search: "name77" },
        { suffix: "com" },
        { suffix: "se" },
        { dnssec_status: "enabled" },
        { vanity_nameserver_set_id: sharedSet },
        { created_after: after },
        { updated_after: after },
        within({ ids: ["zone_77"] }),
        within({ tag_ids: ["tag_77"] }),
        within({ names: ["name78.example", "name78.*", "*.name78.example"] })
      ],
      ZoneSortField.literals
    ),
    // A search goes through the people of the organization, who are not that many.
    yield* ask(
      "users",
      (filter: UserFilter, sort, page) => users.page(organization, filter, sort, page),
      [{}],
      UserSortField.literals
    ),
    yield* ask(
      "webhook deliveries",
      (filter: WebhookDeliveryFilter, _sort, page) => deliveries.list(busyEndpoint, filter, page),
      [{}, { status: "failed" }, { event_id: EventId.make(`event_${"7".padStart(26, "0")}`) }],
      ["webhook_delivery_id"]
    ),
    ...yield* Effect.forEach(
      [{ payer_id: organization }, { organization_id: organization }],
      (scope) =>
        ask(
          `transactions of ${Object.keys(scope).join()}`,
          (filter: BillingTransactionFilter, sort, page) => transactions.list(scope, filter, sort, page),
          transactionFilters,
          BillingTransactionSortField.literals
        )
    ),
    (yield* sentBy("retention of events", events.removeBefore({ acknowledged: begin, pending: begin }, 1000))).sent
      .map((statement) => ({ ...statement, showsAll: true })),
    yield* ask("vanity sets", (_: object, __, page) => vanitySets.list(organization, page), [{}], ["set_id"])
  ]
  return statements.flat()
})
