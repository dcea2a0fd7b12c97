import { Context, Effect, Layer, Option } from "effect"
import {
  type AuthorizationError,
  authorize,
  OrganizationDirectory,
  OrganizationScope,
  type UnknownOrganization
} from "../access/index.ts"
import type { BilledOrganization } from "../billing/index.ts"
import {
  type CurrentActor,
  Instant,
  type Page,
  type PageRequest,
  PlatformSettings,
  type SortOrder
} from "../shared/index.ts"
import type { DocumentType, Invoice, InvoiceId, StoredInvoice } from "./Invoice.ts"
import { InvoiceNotFound } from "./InvoiceError.ts"
import { InvoiceStore } from "./InvoiceStore.ts"
import { shownInvoice } from "./shownInvoice.ts"

/**
 * Invoices, credit notes and receipts of an organization with its own balance. The documents of a suborganization whose
 * parent pays are those of the parent.
 */
export class Invoices extends Context.Service<Invoices, {
  /** Documents of one type, by issuing date. */
  readonly list: (
    organization: BilledOrganization,
    document_type: DocumentType,
    order: SortOrder,
    page: PageRequest
  ) => Effect.Effect<Page<Invoice>, AuthorizationError | UnknownOrganization, CurrentActor>
  /** A document of the organization, for its file. */
  readonly get: (
    organization: BilledOrganization,
    id: InvoiceId
  ) => Effect.Effect<StoredInvoice, AuthorizationError | UnknownOrganization | InvoiceNotFound, CurrentActor>
}>()("@namewright/core/invoices/Invoices") {
  static readonly layer = Layer.effect(
    Invoices,
    Effect.gen(function*() {
      const directory = yield* OrganizationDirectory
      const store = yield* InvoiceStore
      const { base_url } = yield* PlatformSettings

      const payerOf = Effect.fnUntraced(function*({ context, organization_id: named }: BilledOrganization) {
        const actor = yield* authorize("billing:read")
        const { organization_id } = yield* OrganizationScope.requireInContext(directory, actor, named, context)
        return organization_id
      })

      const list: Invoices["Service"]["list"] = Effect.fn("Invoices.list")(
        function*(organization, document_type, order, page) {
          const found = yield* store.list(yield* payerOf(organization), document_type, order, page)
          const now = yield* Instant.now
          return { ...found, items: found.items.map((one) => shownInvoice(one, base_url, now)) }
        }
      )

      const get = Effect.fn("Invoices.get")(function*(organization: BilledOrganization, id: InvoiceId) {
        const payer = yield* payerOf(organization)
        const found = Option.filter(yield* store.find(id), ({ organization_id }) => organization_id === payer)
        return Option.isSome(found) ? found.value : yield* new InvoiceNotFound({ invoice: id })
      })

      return Invoices.of({ list, get })
    })
  )
}
