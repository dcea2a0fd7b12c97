import { ApiKeyId, CredentialStore, type CustomRole, RoleStore, UserId } from "@namewright/core/access"
import { Instant, type OrganizationId, Transaction } from "@namewright/core/shared"
import { Effect } from "effect"
import { sentBy } from "./sentStatements.ts"

/** Statements of requests that read or change roles, their holders, or the rights of a caller. */
export const roleStatements = Effect.fnUntraced(function*(organization: OrganizationId) {
  const roles = yield* RoleStore
  const credentials = yield* CredentialStore
  const { atomically } = yield* Transaction
  const now = yield* Instant.now
  const role: CustomRole = {
    label: "role_new",
    name: "New",
    description: null,
    permissions: [],
    created_on: now,
    updated_on: now
  }
  const key = ApiKeyId.make("api_key_01h455vb4pex5vsknk084sn02q")
  const user = UserId.make("user_01h455vb4pex5vsknk084sn02q")
  const sent = [
    yield* sentBy("find", roles.find(organization, "role_7")),
    yield* sentBy("list", roles.list(organization)),
    yield* sentBy("count", roles.count(organization)),
    yield* sentBy("lock", atomically(roles.lock(organization, "role_7"))),
    yield* sentBy("insert", Effect.orDie(roles.insert(organization, role))),
    yield* sentBy("save", Effect.orDie(roles.save(organization, role))),
    yield* sentBy("count of holders", roles.countHolders(organization, "role_7", now)),
    yield* sentBy("key by its hash", credentials.findByKeyHash("key 7")),
    yield* sentBy("key by its id", credentials.find(organization, key)),
    yield* sentBy("user", credentials.findUser(user)),
    yield* sentBy("remove", roles.remove(organization, "role_new"))
  ]
  return sent.flatMap((one) => one.sent).filter(({ text }) => /^\s*(SELECT|INSERT|UPDATE|DELETE)/.test(text))
})
