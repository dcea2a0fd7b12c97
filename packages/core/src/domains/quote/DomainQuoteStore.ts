import { Context, type Effect, type Option } from "effect"
import type { Instant } from "../../shared/index.ts"
import type { DomainQuoteId } from "./DomainQuoteId.ts"
import type { StoredQuote } from "./StoredQuote.ts"

/** Storage port of quotes. */
export class DomainQuoteStore extends Context.Service<DomainQuoteStore, {
  readonly insert: (quote: StoredQuote) => Effect.Effect<void>
  /** Finds a quote of any organization; the caller compares it. */
  readonly find: (id: DomainQuoteId) => Effect.Effect<Option.Option<StoredQuote>>
  /** Marks the quote as used, in the transaction of the order. False if it has been used, or does not exist. */
  readonly use: (id: DomainQuoteId, now: Instant.Instant) => Effect.Effect<boolean>
  /** Removes up to `atMost` quotes that expired by `at`; returns their number. */
  readonly removeExpired: (at: Instant.Instant, atMost: number) => Effect.Effect<number>
}>()("@namewright/core/domains/quote/DomainQuoteStore") {}
