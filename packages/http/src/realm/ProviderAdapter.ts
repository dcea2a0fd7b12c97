import type { RealmRecords, StoredPayload } from "@namewright/core/realm"
import { limits } from "@namewright/core/shared"
import { DateTime, Effect, Option } from "effect"
import type { Adapter, AdapterPayload } from "oidc-provider"

/** Runs an effect in a promise of the provider. */
export type RunEffect = <A>(effect: Effect.Effect<A>) => Promise<A>

/** Models of records that belong to a consent and are removed with it. */
const follows: ReadonlySet<string> = new Set(["AccessToken", "AuthorizationCode", "RefreshToken", "DeviceCode"])

/**
 * Models of records with readable ids: not secret, or, for device codes, needed after a person has typed the user code.
 */
const keepsId: ReadonlySet<string> = new Set(["Client", "DeviceCode", "Grant"])

/** Store of one model of the provider. Most ids of clients and browsers are stored as hashes only. */
export const providerAdapter =
  (records: RealmRecords["Service"], run: RunEffect, reused: () => Error) => (model: string): Adapter => {
    const put = Effect.fnUntraced(function*(id: string, payload: AdapterPayload, seconds: number) {
      const { jti, ...rest } = payload
      yield* records.put(model, id, keepsId.has(model) ? { ...rest, jti } : rest, seconds, {
        grant_id: follows.has(model) ? payload.grantId : undefined,
        uid: model === "Session" ? payload.uid : undefined,
        user_code: payload.userCode,
        user_id: payload.accountId
      })
      // The registration of a connected program is kept as long as the consent, and a while longer.
      if (model === "Grant" && payload.clientId !== undefined) {
        yield* records.keep("Client", payload.clientId, seconds + limits.realmSeconds.client)
      }
    })

    /** Reuse of a one-time record ends the whole consent. */
    const consume = Effect.fnUntraced(function*(id: string) {
      if (yield* records.consume(model, id)) return true
      const { grantId } = Option.getOrUndefined(yield* records.find(model, id))?.payload ?? {}
      if (typeof grantId === "string") yield* records.removeGrant(grantId)
      return false
    })

    return {
      upsert: (id, payload, expiresIn) => run(put(id, payload, expiresIn ?? limits.realmSeconds.client)),
      find: (id) => run(Effect.map(records.find(model, id), payloadOf(id))),
      findByUid: (uid) => run(Effect.map(records.findByUid(model, uid), payloadOf())),
      findByUserCode: (code) => run(Effect.map(records.findByUserCode(model, code), payloadOf())),
      consume: async (id) => {
        if (!await run(consume(id))) throw reused()
      },
      destroy: (id) => run(model === "Grant" ? records.removeGrant(id) : records.remove(model, id)),
      revokeByGrantId: (id) => run(records.removeByGrant(id))
    }
  }

const payloadOf = (id?: string) => (found: Option.Option<StoredPayload>): AdapterPayload | undefined =>
  Option.getOrUndefined(Option.map(found, ({ consumed_on, payload }) => ({
    ...payload,
    ...(id === undefined ? {} : { jti: id }),
    ...(consumed_on === null ? {} : { consumed: DateTime.toEpochSeconds(consumed_on) })
  })))
