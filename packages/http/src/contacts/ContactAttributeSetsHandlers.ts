import { AttributeSets } from "@namewright/core/contacts"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { ContactAttributeSetsApi } from "./ContactAttributeSetsApi.ts"

export const layer = group(
  ContactAttributeSetsApi,
  Effect.fnUntraced(function*(handlers) {
    const sets = yield* AttributeSets
    return handlers.handleAll({
      listContactAttributeSets: ({ query: { page, page_size, sort_by, sort_order, ...filter } }) =>
        Effect.mapError(sets.list(filter, { by: sort_by, order: sort_order }, { page, page_size }), toProblem),
      createContactAttributeSet: ({ payload }) => Effect.mapError(sets.create(payload), toProblem),
      getContactAttributeSet: ({ params }) => Effect.mapError(sets.get(params.contact_attribute_set_id), toProblem),
      updateContactAttributeSet: ({ params, payload }) =>
        Effect.mapError(sets.update(params.contact_attribute_set_id, payload), toProblem),
      deleteContactAttributeSet: ({ params }) =>
        Effect.mapError(sets.remove(params.contact_attribute_set_id), toProblem),
      linkContactAttributeSet: ({ params }) =>
        Effect.mapError(sets.link(params.contact_id, params.contact_attribute_set_id), toProblem),
      unlinkContactAttributeSet: ({ params }) =>
        Effect.mapError(sets.unlink(params.contact_id, params.contact_attribute_set_id), toProblem)
    })
  })
)
