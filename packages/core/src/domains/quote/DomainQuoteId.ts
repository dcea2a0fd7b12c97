import { Schema } from "effect"
import { TypeId } from "../../shared/index.ts"

/** Id of a quote, sent back with the order. */
export const DomainQuoteId = TypeId.schema("quote").pipe(Schema.brand("DomainQuoteId"))
export type DomainQuoteId = typeof DomainQuoteId.Type
export const newDomainQuoteId = TypeId.generator("quote", (text) => DomainQuoteId.make(text))
