import { type RealmRecords, signInClientModel, type StoredPayload } from "@namewright/core/realm"
import { limits } from "@namewright/core/shared"
import { DateTime, Effect, Option } from "effect"
import type { Adapter, AdapterPayload } from "oidc-provider"
import { boundTo } from "./boundTo.ts"
import type { RealmUrls } from "./RealmUrls.ts"

/** Runs an effect in a promise of the provider. */
export type RunEffect = <A>(effect: Effect.Effect<A>) => Promise<A>

/** Models of records that belong to a consent and are removed with it. */
const follows: ReadonlySet<string> = new Set(["AccessToken", "AuthorizationCode", "RefreshToken", "DeviceCode"])

/**
 * Models of records with readable ids: not secret, or, for device codes, needed after a person has typed the user code.
 */
const keepsId: ReadonlySet<string> = new Set(["Client", "DeviceCode", "Grant"])

/**
 * Store of one model of the provider of a realm. Most ids of clients and browsers are stored as hashes only. Records of
 * other realms are not found.
 */
export const providerAdapter = (
  records: RealmRecords["Service"],
  run: RunEffect,
  reused: () => Error,
  { key, ownClient }: Pick<RealmUrls, "key" | "ownClient"> = { key: "" }
) =>
(model: string): Adapter => {
  const bound = (id: string) => boundTo(key, id)
  const boundOrNone = (id: string | undefined) => id === undefined ? undefined : bound(id)
  // The account page lists the consents of all realms of a person.
  const realm = model === "Grant" && key !== "" ? { realm: key } : {}

  const put = Effect.fnUntraced(function*(id: string, payload: AdapterPayload, seconds: number) {
    const { jti, ...rest } = payload
    yield* records.put(model, bound(id), { ...(keepsId.has(model) ? { ...rest, jti } : rest), ...realm }, seconds, {
      grant_id: boundOrNone(follows.has(model) ? payload.grantId : undefined),
      uid: boundOrNone(model === "Session" ? payload.uid : undefined),
      user_code: boundOrNone(payload.userCode),
      user_id: payload.accountId
    })
    // The registration of a connected program is kept as long as the consent, and a while longer.
    if (model === "Grant" && payload.clientId !== undefined) {
      yield* records.keep("Client", bound(payload.clientId), seconds + limits.realmSeconds.client)
    }
  })

  /** Reuse of a one-time record ends the whole consent. */
  const consume = Effect.fnUntraced(function*(id: string) {
    if (yield* records.consume(model, bound(id))) return true
    const { grantId } = Option.getOrUndefined(yield* records.find(model, bound(id)))?.payload ?? {}
    if (typeof grantId === "string") yield* records.removeGrant(bound(grantId))
    return false
  })

  const find = (id: string) =>
    model === "Client" && id === ownClient ? records.find(signInClientModel, id) : records.find(model, bound(id))

  return {
    upsert: (id, payload, expiresIn) => run(put(id, payload, expiresIn ?? limits.realmSeconds.client)),
    find: (id) => run(Effect.map(find(id), payloadOf(id))),
    findByUid: (uid) => run(Effect.map(records.findByUid(model, bound(uid)), payloadOf())),
    findByUserCode: (code) => run(Effect.map(records.findByUserCode(model, bound(code)), payloadOf())),
    consume: async (id) => {
      if (!await run(consume(id))) throw reused()
    },
    destroy: (id) => run(model === "Grant" ? records.removeGrant(bound(id)) : records.remove(model, bound(id))),
    revokeByGrantId: (id) => run(records.removeByGrant(bound(id)))
  }
}

const payloadOf = (id?: string) => (found: Option.Option<StoredPayload>): AdapterPayload | undefined =>
  Option.getOrUndefined(Option.map(found, ({ consumed_on, payload }) => ({
    ...payload,
    ...(id === undefined ? {} : { jti: id }),
    ...(consumed_on === null ? {} : { consumed: DateTime.toEpochSeconds(consumed_on) })
  })))
