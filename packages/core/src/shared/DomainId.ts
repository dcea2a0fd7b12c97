import { Schema } from "effect"
import * as TypeId from "./TypeId.ts"

/** Id of a domain, referenced by hosts, events and charges. */
export const DomainId = TypeId.schema("domain").pipe(Schema.brand("DomainId"))
export type DomainId = typeof DomainId.Type
export const newDomainId = TypeId.generator("domain", (text) => DomainId.make(text))
