import { Contacts } from "@namewright/core/contacts"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { ContactsApi } from "./ContactsApi.ts"

export const layer = group(
  ContactsApi,
  Effect.fnUntraced(function*(handlers) {
    const contacts = yield* Contacts
    return handlers.handleAll({
      listContacts: ({ query: { include = [], page, page_size, sort_by, sort_order, ...filter } }) =>
        Effect.mapError(
          contacts.list(filter, { by: sort_by, order: sort_order }, { page, page_size }, include),
          toProblem
        ),
      createContact: ({ payload }) => Effect.mapError(contacts.create(payload), toProblem),
      getContact: ({ params, query: { include = [] } }) =>
        Effect.mapError(contacts.get(params.contact_id, include), toProblem),
      deleteContact: ({ params }) => Effect.mapError(contacts.remove(params.contact_id), toProblem)
    })
  })
)
