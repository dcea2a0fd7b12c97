import type { SimulatedContact } from "@namewright/core/registry"
import { readInstant } from "../../Codecs.ts"
import { type Kept, orNull } from "./KeptJson.ts"

/** JSON text of a contact. */
export const writeContact = (contact: SimulatedContact): string => JSON.stringify(contact)

/** Decodes the text of `writeContact` without a schema, for speed. The sponsor is a column of the row. */
export const readContact = (text: string, sponsor: string): SimulatedContact => {
  const kept: Kept<SimulatedContact> = JSON.parse(text)
  return {
    ...kept,
    sponsor,
    created_on: readInstant(kept.created_on),
    updated_on: orNull(kept.updated_on, readInstant),
    transferred_on: orNull(kept.transferred_on, readInstant),
    transfer: orNull(kept.transfer, (transfer) => ({
      ...transfer,
      requested_on: readInstant(transfer.requested_on),
      acts_on: readInstant(transfer.acts_on)
    }))
  }
}
