import { Schema } from "effect"
import * as TypeId from "./TypeId.ts"

/** The id of a domain, as hosts, events and charges name it. */
export const DomainId = TypeId.schema("domain").pipe(Schema.brand("DomainId"))
export type DomainId = typeof DomainId.Type
export const newDomainId = TypeId.generator("domain", (text) => DomainId.make(text))
