import { Effect } from "effect"
import type { MakeOwnedObjects, OperationSamples } from "../platform/operationSamples.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { attributeSetBody } from "./attributeSets/attributeSetBody.ts"
import { contactBody } from "./contactBody.ts"

export const samples: OperationSamples = {
  createContact: { body: contactBody },
  createContactAttributeSet: { body: attributeSetBody },
  updateContactAttributeSet: { body: { label: "citizens" } },
  attestContact: {
    body: {
      attestations: [{ claim: "NAME", method: "VDIG", proof: "PASSPORT", attestation_reference: "kyc-2210" }]
    }
  }
}

export const makeOwnedObjects: MakeOwnedObjects = Effect.fnUntraced(function*(organization) {
  const { fetch, key } = yield* TestPlatform
  const { body } = yield* fetch("POST", "/v1/contacts/attribute-sets", attributeSetBody, {
    key: yield* key(organization)
  })
  return { contact_attribute_set_id: body.contact_attribute_set_id }
})
