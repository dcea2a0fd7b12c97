import { type AttributeSetRecord, newAttributeSetId } from "@namewright/core/contacts"
import { Instant, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"

/** Attribute set for `.us`, not stored. */
export const newAttributeSet = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  label: string,
  rest: Partial<AttributeSetRecord> = {}
) {
  const now = yield* Instant.now
  const set: AttributeSetRecord = {
    contact_attribute_set_id: yield* newAttributeSetId,
    organization_id,
    tld: "us",
    label,
    attributes: { US_NEXUS_CATEGORY: "C11", US_APP_PURPOSE: "P1" },
    created_on: now,
    updated_on: now,
    ...rest
  }
  return set
})
