import { NewRole, RoleDefinition, RoleLabel, RolePatch, UserPermissions } from "@namewright/core/access"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const params = { label: RoleLabel }

export class RolesApi extends HttpApiGroup.make("roles")
  .add(
    HttpApiEndpoint.get("listRolePermissions", "/v1/organizations/role-permissions", {
      success: UserPermissions,
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List the permissions that a role can grant")
      .annotateMerge(reads({ rights: ["organization:read"] })),
    HttpApiEndpoint.get("listRoles", "/v1/organizations/roles", {
      success: Schema.Array(RoleDefinition),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List the built-in roles, and those of the caller's organization")
      .annotateMerge(reads({ rights: ["organization:read"] })),
    HttpApiEndpoint.post("createRole", "/v1/organizations/roles", {
      payload: NewRole,
      success: RoleDefinition.pipe(HttpApiSchema.status(201)),
      error: [problems.forbidden, problems.conflict, problems.invalid]
    }).annotate(OpenApi.Summary, "Create a role of the caller's organization")
      .annotateMerge(writes({ rights: ["organization:manage"], risk: "grants" })),
    HttpApiEndpoint.get("getRole", "/v1/organizations/roles/:label", {
      params,
      success: RoleDefinition,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read a role with its permissions")
      .annotateMerge(reads({ rights: ["organization:read"] })),
    HttpApiEndpoint.patch("updateRole", "/v1/organizations/roles/:label", {
      params,
      payload: RolePatch,
      success: RoleDefinition,
      error: [problems.forbidden, problems.notFound, problems.conflict, problems.invalid]
    }).annotate(OpenApi.Summary, "Update the listed members of a role, at once for all its holders")
      .annotateMerge(writes({ rights: ["organization:manage"], risk: "grants" })),
    HttpApiEndpoint.delete("deleteRole", "/v1/organizations/roles/:label", {
      params,
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound, problems.conflict]
    }).annotate(OpenApi.Summary, "Delete a role that nobody holds")
      .annotateMerge(writes({ rights: ["organization:manage"], risk: ["destroys", "grants"] }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Built-in roles, and the roles of the organization")
{}
