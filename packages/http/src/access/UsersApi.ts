import {
  agentUserIssues,
  AssignRole,
  CreateUser,
  RoleAssignment,
  RoleRelations,
  RoleRelationsChange,
  userAttributes,
  UserId,
  userList,
  UserPatch,
  UserPermissions,
  UserProfile,
  UserPublic,
  UserWithAttributes,
  UserWithRole
} from "@namewright/core/access"
import { Page } from "@namewright/core/shared"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { filterParameters, listParameters } from "../shared/ListParameters.ts"
import { issuesOf, reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const params = { user_id: UserId }

const attributes = filterParameters(userAttributes)

export class UsersApi extends HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.get("listUsers", "/v1/organizations/users", {
      query: listParameters(userList),
      success: Page(UserWithRole),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List the users of the caller's organization with their roles")
      .annotateMerge(reads({ rights: ["users:read"] })),
    HttpApiEndpoint.post("createUser", "/v1/users", {
      payload: CreateUser,
      success: UserPublic,
      error: [problems.forbidden, problems.conflict, problems.invalid]
    }).annotate(
      OpenApi.Summary,
      "Create a user of the caller's organization, with the role viewer; without a password, the user is invited by mail"
    )
      .annotateMerge(
        writes({
          rights: ["users:manage"],
          risk: "grants",
          agentIssues: issuesOf(CreateUser, (user) => agentUserIssues(user))
        })
      ),
    HttpApiEndpoint.get("getCurrentUser", "/v1/users/me", {
      query: attributes,
      success: UserProfile,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read the signed-in user with role and permissions")
      .annotateMerge(reads({ rights: [], caller: "user" })),
    HttpApiEndpoint.get("getUser", "/v1/users/:user_id", {
      params,
      query: attributes,
      success: UserWithAttributes,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read a user with its attributes")
      .annotateMerge(reads({ rights: ["users:read"] })),
    HttpApiEndpoint.patch("updateUser", "/v1/users/:user_id", {
      params,
      payload: UserPatch,
      success: UserWithAttributes,
      error: [problems.forbidden, problems.notFound, problems.conflict, problems.invalid, problems.rateLimited]
    }).annotate(OpenApi.Summary, "Update the listed members of a user; attributes are updated by key")
      .annotateMerge(writes({ rights: ["users:manage"], risk: "grants" })),
    HttpApiEndpoint.delete("deleteUser", "/v1/users/:user_id", {
      params,
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound, problems.conflict]
    }).annotate(OpenApi.Summary, "Delete a user, and revoke the user's sessions and tokens")
      .annotateMerge(writes({ rights: ["users:delete"], risk: ["destroys", "grants"] })),
    HttpApiEndpoint.post("inviteUser", "/v1/users/:user_id/invitation", {
      params,
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound, problems.conflict, problems.rateLimited]
    }).annotate(OpenApi.Summary, "Send a user without a password the invitation again")
      .annotateMerge(writes({ rights: ["users:manage"], risk: "grants" })),
    HttpApiEndpoint.get("getUserPermissions", "/v1/users/:user_id/permissions", {
      params,
      success: UserPermissions,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "List the permissions of a user")
      .annotateMerge(reads({ rights: ["users:read"] })),
    HttpApiEndpoint.get("getUserRole", "/v1/users/:user_id/role", {
      params,
      success: RoleAssignment,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read the role of a user")
      .annotateMerge(reads({ rights: ["users:read"] })),
    HttpApiEndpoint.put("assignUserRole", "/v1/users/:user_id/role", {
      params,
      payload: AssignRole,
      success: RoleAssignment,
      error: [problems.forbidden, problems.notFound, problems.conflict, problems.invalid]
    }).annotate(OpenApi.Summary, "Set the role of a user by name or label; null removes the role")
      .annotateMerge(writes({ rights: ["users:manage"], caller: "person", risk: "grants" })),
    HttpApiEndpoint.get("listUserRoles", "/v1/users/:user_id/roles", {
      params,
      success: RoleRelations,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read the role of a user as a list, for older clients")
      .annotateMerge(reads({ rights: ["users:read"] })),
    HttpApiEndpoint.patch("changeUserRoles", "/v1/users/:user_id/roles", {
      params,
      payload: RoleRelationsChange,
      success: RoleRelations,
      error: [problems.forbidden, problems.notFound, problems.conflict, problems.invalid]
    }).annotate(OpenApi.Summary, "Add or remove the one role of a user, for older clients")
      .annotateMerge(writes({ rights: ["users:manage"], caller: "person", risk: "grants" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Users of the organization, their roles and permissions")
{}
