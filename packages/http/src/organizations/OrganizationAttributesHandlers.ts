import { OrganizationAttributes } from "@namewright/core/organizations"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { OrganizationAttributesApi } from "./OrganizationAttributesApi.ts"
import type { AttributesBody } from "./OrganizationAttributesApi.ts"

export const layer = group(
  OrganizationAttributesApi,
  Effect.fnUntraced(function*(handlers) {
    const attributes = yield* OrganizationAttributes

    const list = (id: OrganizationId | undefined, { keys }: { readonly keys?: ReadonlyArray<string> }) =>
      Effect.mapError(attributes.list(id, keys ?? []), toProblem)
    const update = (id: OrganizationId | undefined, body: typeof AttributesBody.Type) =>
      Effect.mapError(attributes.update(id, "attributes" in body ? body.attributes : body), toProblem)

    return handlers.handleAll({
      listOwnAttributes: ({ query }) => list(undefined, query),
      updateOwnAttributes: ({ payload }) => update(undefined, payload),
      listAttributes: ({ params, query }) => list(params.organization_id, query),
      updateAttributes: ({ params, payload }) => update(params.organization_id, payload),
      listAttributesSwapped: ({ params, query }) => list(params.organization_id, query),
      updateAttributesSwapped: ({ params, payload }) => update(params.organization_id, payload)
    })
  })
)
