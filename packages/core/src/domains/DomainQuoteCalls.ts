import { call, type CallOptions, type CallsFor, inBody, type InputOf, type JsonOf } from "../shared/index.ts"
import { DomainOrderQuotes } from "./DomainOrderQuotes.ts"
import { DomainQuote, QuoteDomainRequest } from "./DomainQuote.ts"

export interface DomainQuoteJson extends JsonOf<typeof DomainQuote> {}
export type QuoteDomainInput = InputOf<typeof QuoteDomainRequest>

export interface DomainQuoteCalls {
  /**
   * Prices and checks an order without placing it. `problems` names the reasons for which the order would be refused. With
   * `quote_id` in the order, the price holds for 15 minutes.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_DOMAIN_NOT_FOUND
   *
   * @example
   * const order = { name: "example.com", period: 1, renewal_mode: "renew", contacts: { registrant: contact_id } } as const
   * const { price, quote_id, refused } = await caller.domains.quote({ command: "create", order })
   * if (!refused) await caller.domains.register({ ...order, quote_id })
   */
  readonly quote: (order: QuoteDomainInput, options?: CallOptions) => Promise<DomainQuoteJson>
}

export const domainQuoteCalls = {
  quote: call(
    [inBody(QuoteDomainRequest)],
    DomainQuote,
    (order) => DomainOrderQuotes.use((quotes) => quotes.quote(order))
  )
} satisfies CallsFor<DomainQuoteCalls>
