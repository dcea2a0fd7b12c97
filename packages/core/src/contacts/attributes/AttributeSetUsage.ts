import { Context, type Effect } from "effect"
import type { ContactId } from "../Contact.ts"
import type { AttributeSetId } from "./AttributeSet.ts"

/** Port for domains, implemented by the domains slice. */
export class AttributeSetUsage extends Context.Service<AttributeSetUsage, {
  /**
   * True if a domain of the set's TLD, or a transfer in progress, names a contact that has the set. `contact` restricts
   * the question to one contact.
   */
  readonly isUsed: (set: AttributeSetId, contact?: ContactId) => Effect.Effect<boolean>
}>()("@namewright/core/contacts/AttributeSetUsage") {}
