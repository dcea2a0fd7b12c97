import { Schema } from "effect"
import {
  type AllOptions,
  anyOf,
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  inQuery,
  type JsonOf,
  limits,
  listCalls,
  listForm,
  type ListRequest,
  type Page,
  Text
} from "../shared/index.ts"
import { ApiKeyId, ApiKeyPatch, CreatedCredential, NewApiKey, OrganizationCredential } from "./ApiKey.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { AssignRole, CreateUser, UserId, UserPatch, UserSortField } from "./User.ts"
import { Users } from "./Users.ts"
import { RoleAssignment, UserPermissions, UserPublic, UserWithAttributes, UserWithRole } from "./UserViews.ts"

/** Parameters of the list of users. */
export const userList = listForm({
  sort: { field: UserSortField, standard: { by: "created_on", order: "desc" } },
  filter: { search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(limits.userSearch), Text.singleLine)) }
})

/** Keys of the attributes to return; all of them if absent. */
export const userAttributes = {
  attributes: Schema.optionalKey(anyOf(Schema.String.check(Schema.isMaxLength(limits.userAttributes.key))))
}

/** The list of API keys. */
export const apiKeyList = listForm({ filter: {} })

const UserQuery = Schema.Struct(userAttributes)

export interface UserJson extends JsonOf<typeof UserPublic> {}
export interface UserWithRoleJson extends JsonOf<typeof UserWithRole> {}
export interface UserDetailsJson extends JsonOf<typeof UserWithAttributes> {}
export interface UserPermissionsJson extends JsonOf<typeof UserPermissions> {}
export interface RoleAssignmentJson extends JsonOf<typeof RoleAssignment> {}
export interface CreateUserInput extends InputOf<typeof CreateUser> {}
export interface UserPatchInput extends InputOf<typeof UserPatch> {}
export interface AssignRoleInput extends InputOf<typeof AssignRole> {}
export interface UserFilterInput extends InputOf<Schema.Struct<typeof userList.filter>> {}
export interface UserQueryInput extends InputOf<typeof UserQuery> {}
export interface ApiKeyJson extends JsonOf<typeof OrganizationCredential> {}
export interface CreatedApiKeyJson extends JsonOf<typeof CreatedCredential> {}
export interface NewApiKeyInput extends InputOf<typeof NewApiKey> {}
export interface ApiKeyPatchInput extends InputOf<typeof ApiKeyPatch> {}

/** Users of the organization. A host with users of its own needs none; see the option `user` of `platform.as`. */
export interface UserCalls {
  /**
   * Creates a user of the organization, with the role `viewer`. Without a password, the user gets a mail with a link to set
   * one, if the platform has `signInPages`.
   *
   * Rights: `users:manage`.
   *
   * @throws ERROR_USER_EXISTS
   *
   * @example
   * const { user_id } = await caller.users.create({
   *   username: "ada", email: "ada@example.com", first_name: "Ada", last_name: "Lovelace", locale: "en"
   * })
   */
  readonly create: (user: CreateUserInput, options?: CallOptions) => Promise<UserJson>
  /**
   * Sends a user without a password the invitation again. Earlier links of the user end.
   *
   * Rights: `users:manage`.
   *
   * @throws ERROR_RATE_LIMITED, ERROR_USER_CANNOT_BE_INVITED, ERROR_USER_NOT_FOUND
   *
   * @example
   * await caller.users.invite(user_id)
   */
  readonly invite: (user_id: string, options?: CallOptions) => Promise<void>
  /**
   * Returns one page of the users of the organization with their roles, newest first unless `sort` says otherwise.
   *
   * Rights: `users:read`.
   *
   * @example
   * const { items } = await caller.users.page({ filter: { search: "ada" } })
   */
  readonly page: (
    request?: ListRequest<UserFilterInput, UserSortField>,
    options?: CallOptions
  ) => Promise<Page<UserWithRoleJson>>
  /**
   * Iterates over all users of the organization that match a filter.
   *
   * Rights: `users:read`.
   *
   * @example
   * for await (const { email, role } of caller.users.all()) console.log(email, role)
   */
  readonly all: (filter?: UserFilterInput, options?: AllOptions<UserSortField>) => AsyncIterable<UserWithRoleJson>
  /**
   * Returns a user with attributes.
   *
   * Rights: `users:read`.
   *
   * @throws ERROR_USER_NOT_FOUND
   *
   * @example
   * const { email } = await caller.users.get(user_id)
   */
  readonly get: (user_id: string, query?: UserQueryInput, options?: CallOptions) => Promise<UserDetailsJson>
  /**
   * Changes a user. Absent members are unchanged; attributes are changed by key. With `signInPages`, another email address is
   * confirmed by links in mails first.
   *
   * Rights: `users:manage`.
   *
   * @throws ERROR_RATE_LIMITED, ERROR_USER_EXISTS, ERROR_USER_NOT_FOUND
   *
   * @example
   * await caller.users.update(user_id, { phone: null })
   */
  readonly update: (user_id: string, changes: UserPatchInput, options?: CallOptions) => Promise<UserDetailsJson>
  /**
   * Deletes a user and ends its sessions.
   *
   * Rights: `users:delete`.
   *
   * @throws ERROR_CANNOT_DELETE_OWNER, ERROR_USER_CANNOT_DELETE_SELF, ERROR_USER_IS_LAST_ADMIN, ERROR_USER_NOT_FOUND
   *
   * @example
   * await caller.users.remove(user_id)
   */
  readonly remove: (user_id: string, options?: CallOptions) => Promise<void>
  /**
   * Returns the rights of a user.
   *
   * Rights: `users:read`.
   *
   * @throws ERROR_USER_NOT_FOUND
   *
   * @example
   * const { permissions } = await caller.users.permissions(user_id)
   */
  readonly permissions: (user_id: string, options?: CallOptions) => Promise<UserPermissionsJson>
  /**
   * Returns the role of a user.
   *
   * Rights: `users:read`.
   *
   * @throws ERROR_USER_NOT_FOUND
   *
   * @example
   * const { role } = await caller.users.role(user_id)
   */
  readonly role: (user_id: string, options?: CallOptions) => Promise<RoleAssignmentJson>
  /**
   * Assigns a role by its name or label. `null` removes the role.
   *
   * Rights: `users:manage`.
   *
   * @throws ERROR_ONLY_OWNER_CAN_MANAGE_ADMIN_ROLE, ERROR_ROLE_NOT_FOUND, ERROR_USER_IS_LAST_ADMIN,
   *   ERROR_USER_NOT_FOUND
   *
   * @example
   * await caller.users.assignRole(user_id, { role: "domain_manager" })
   */
  readonly assignRole: (
    user_id: string,
    assignment: AssignRoleInput,
    options?: CallOptions
  ) => Promise<RoleAssignmentJson>
}

/** API keys and client secrets of the organization, for programs that use the REST interface. */
export interface ApiKeyCalls {
  /**
   * Creates a key. The result contains the key and its secret, which are not shown again.
   *
   * Rights: `api_keys:manage`.
   *
   * @throws ERROR_ROLE_NOT_FOUND
   *
   * @example
   * const { api_key, client_secret } = await caller.apiKeys.create({ api_key_name: "billing export", role: "viewer" })
   */
  readonly create: (key: NewApiKeyInput, options?: CallOptions) => Promise<CreatedApiKeyJson>
  /**
   * Changes name, description, role, expiry or restrictions of a key. The change applies at once, also to its access
   * tokens and its waiting jobs.
   *
   * Rights: `api_keys:manage`.
   *
   * @throws ERROR_ORGANIZATION_CREDENTIAL_NOT_FOUND, ERROR_ROLE_NOT_FOUND
   *
   * @example
   * await caller.apiKeys.update(api_key_id, { restrictions: { names: ["example.com"] } })
   */
  readonly update: (api_key_id: string, changes: ApiKeyPatchInput, options?: CallOptions) => Promise<ApiKeyJson>
  /**
   * Returns one page of the organization's keys, newest first.
   *
   * Rights: `api_keys:read`.
   *
   * @example
   * const { items } = await caller.apiKeys.page()
   */
  readonly page: (request?: ListRequest<{}>, options?: CallOptions) => Promise<Page<ApiKeyJson>>
  /**
   * Iterates over all keys of the organization, newest first.
   *
   * Rights: `api_keys:read`.
   *
   * @example
   * for await (const { api_key_name, status } of caller.apiKeys.all()) console.log(api_key_name, status)
   */
  readonly all: (filter?: {}, options?: AllOptions) => AsyncIterable<ApiKeyJson>
  /**
   * Revokes a key and its access tokens at once.
   *
   * Rights: `api_keys:delete`.
   *
   * @throws ERROR_ORGANIZATION_CREDENTIAL_NOT_FOUND
   *
   * @example
   * await caller.apiKeys.revoke(api_key_id)
   */
  readonly revoke: (api_key_id: string, options?: CallOptions) => Promise<void>
}

const byId = inPath("user_id", UserId)

export const userCalls = {
  create: call([inBody(CreateUser)], UserPublic, (user) => Users.use((users) => users.create(user))),
  invite: call([byId], Schema.Void, (id) => Users.use((users) => users.invite(id))),
  ...listCalls(
    [],
    userList,
    UserWithRole,
    "user_id",
    ({ filter, page, sort }) => Users.use((users) => users.list(filter, sort, page))
  ),
  get: call(
    [byId, inQuery(UserQuery)],
    UserWithAttributes,
    (id, { attributes }) => Users.use((users) => users.get(id, attributes))
  ),
  update: call(
    [byId, inBody(UserPatch)],
    UserWithAttributes,
    (id, changes) => Users.use((users) => users.update(id, changes))
  ),
  remove: call([byId], Schema.Void, (id) => Users.use((users) => users.remove(id))),
  permissions: call([byId], UserPermissions, (id) => Users.use((users) => users.permissions(id))),
  role: call([byId], RoleAssignment, (id) => Users.use((users) => users.role(id))),
  assignRole: call(
    [byId, inBody(AssignRole)],
    RoleAssignment,
    (id, { role }) => Users.use((users) => users.assignRole(id, role))
  )
} satisfies CallsFor<UserCalls>

export const apiKeyCalls = {
  create: call([inBody(NewApiKey)], CreatedCredential, (key) => ApiKeys.use((keys) => keys.create(key))),
  update: call(
    [inPath("api_key_id", ApiKeyId), inBody(ApiKeyPatch)],
    OrganizationCredential,
    (id, changes) => ApiKeys.use((keys) => keys.update(id, changes))
  ),
  ...listCalls(
    [],
    apiKeyList,
    OrganizationCredential,
    "api_key_id",
    ({ page }) => ApiKeys.use((keys) => keys.list(page))
  ),
  revoke: call([inPath("api_key_id", ApiKeyId)], Schema.Void, (id) => ApiKeys.use((keys) => keys.revoke(id)))
} satisfies CallsFor<ApiKeyCalls>
