import { OrganizationLimits, Organizations } from "@namewright/core/organizations"
import { Effect, Struct } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { OrganizationsApi } from "./OrganizationsApi.ts"

export const layer = group(
  OrganizationsApi,
  Effect.fnUntraced(function*(handlers) {
    const organizations = yield* Organizations
    const limits = yield* OrganizationLimits
    return handlers.handleAll({
      listOrganizations: ({ query: { page, page_size, sort_by, sort_order, ...filter } }) =>
        Effect.mapError(organizations.list(filter, { by: sort_by, order: sort_order }, { page, page_size }), toProblem),
      createOrganization: ({ payload }) => Effect.mapError(organizations.create(payload), toProblem),
      getOrganization: ({ params }) => Effect.mapError(organizations.get(params.organization_id), toProblem),
      updateOrganization: ({ params, payload }) =>
        Effect.mapError(
          organizations.update(params.organization_id, Struct.omit(payload, ["billing_mode"])),
          toProblem
        ),
      deleteOrganization: ({ params }) => Effect.mapError(organizations.remove(params.organization_id), toProblem),
      getOrganizationLimits: ({ params }) => Effect.mapError(limits.get(params.organization_id), toProblem),
      updateOrganizationLimits: ({ params, payload }) =>
        Effect.mapError(limits.update(params.organization_id, payload), toProblem),
      deactivateOrganization: ({ params }) =>
        Effect.mapError(organizations.changeStatus(params.organization_id, "inactive"), toProblem),
      activateOrganization: ({ params }) =>
        Effect.mapError(organizations.changeStatus(params.organization_id, "active"), toProblem)
    })
  })
)
