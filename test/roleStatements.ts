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
  const works = [
    sentBy("find", roles.find(organization, "role_7")),
    sentBy("list", roles.list(organization)),
    sentBy("count", roles.count(organization)),
    sentBy("lock", atomically(roles.lock(organization, "role_7"))),
    sentBy("insert", Effect.orDie(roles.insert(organization, role))),
    sentBy("save", Effect.orDie(roles.save(organization, role))),
    sentBy("count of holders", roles.countHolders(organization, "role_7", now)),
    sentBy("key by its hash", credentials.findByKeyHash("key 7")),
    sentBy("key by its id", credentials.find(organization, key)),
    sentBy("user", credentials.findUser(user)),
    sentBy("remove", roles.remove(organization, "role_new"))
  ]
  const sent = yield* Effect.forEach(works, (work) => Effect.map(work, (done) => done.sent))
  return sent.flat().filter(({ text }) => /^\s*(SELECT|INSERT|UPDATE|DELETE)/.test(text))
})
