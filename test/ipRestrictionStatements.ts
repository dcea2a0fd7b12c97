import { ApiKeyId, CredentialStore, IpRestrictionStore, UserId } from "@namewright/core/access"
import { Instant, type OrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { sentBy } from "./sentStatements.ts"

/** Statements of requests that read or change IP restrictions, or that read them with a credential. */
export const ipRestrictionStatements = Effect.fnUntraced(function*(organization_id: OrganizationId) {
  const restrictions = yield* IpRestrictionStore
  const credentials = yield* CredentialStore
  const { atomically } = yield* Transaction
  const now = yield* Instant.now
  const key = ApiKeyId.make("api_key_01h455vb4pex5vsknk084sn02q")
  const user = UserId.make("user_01h455vb4pex5vsknk084sn02q")
  const added = yield* sentBy(
    "insert",
    Effect.orDie(
      restrictions.insert({ organization_id, ip_network: "192.0.2.7/32", last_used_on: null, created_on: now })
    )
  )
  const ids = Array.from({ length: 50 }, (_, index) => index + 1)
  const sent = [
    added,
    yield* sentBy("find", restrictions.find(7)),
    yield* sentBy("list", restrictions.list(organization_id)),
    yield* sentBy("lock", atomically(restrictions.lock(organization_id))),
    yield* sentBy("update", Effect.orDie(restrictions.update(added.answer))),
    yield* sentBy("last use", restrictions.markUsed(ids, now, DateTime.subtract(now, { minutes: 5 }))),
    yield* sentBy("key by its hash", credentials.findByKeyHash("key 7")),
    yield* sentBy("key by its id", credentials.find(organization_id, key)),
    yield* sentBy("user", credentials.findUser(user)),
    yield* sentBy("remove", restrictions.remove(added.answer.ip_restriction_id))
  ]
  return sent.flatMap((one) => one.sent).filter(({ text }) => /^\s*(SELECT|INSERT|UPDATE|DELETE)/.test(text))
})
