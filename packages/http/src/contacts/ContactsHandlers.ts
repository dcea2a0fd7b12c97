import { Attestations, Contacts } from "@namewright/core/contacts"
import { Effect } from "effect"
import { expectedTag, sendEntityTag } from "../shared/ConditionalHeaders.ts"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { ContactsApi } from "./ContactsApi.ts"

export const layer = group(
  ContactsApi,
  Effect.fnUntraced(function*(handlers) {
    const contacts = yield* Contacts
    const attestations = yield* Attestations
    return handlers.handleAll({
      listContacts: ({ query: { include = [], organization_id, page, page_size, sort_by, sort_order, ...filter } }) =>
        Effect.mapError(
          contacts.list(filter, { by: sort_by, order: sort_order }, { page, page_size }, include, organization_id),
          toProblem
        ),
      createContact: ({ payload }) => Effect.mapError(contacts.create(payload), toProblem),
      getContact: ({ params, query: { include = [] } }) =>
        contacts.getTagged(params.contact_id, include).pipe(
          Effect.tap(({ entity_tag }) => sendEntityTag(entity_tag)),
          Effect.map(({ contact }) => contact),
          Effect.mapError(toProblem)
        ),
      deleteContact: ({ headers, params }) =>
        Effect.mapError(contacts.remove(params.contact_id, expectedTag(headers)), toProblem),
      listContactVerifications: ({ params }) => Effect.mapError(attestations.list(params.contact_id), toProblem),
      attestContact: ({ params, payload }) =>
        Effect.mapError(attestations.attest(params.contact_id, payload), toProblem)
    })
  })
)
