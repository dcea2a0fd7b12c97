import { SignInSite } from "@namewright/core/access"
import {
  type ProgramUse,
  ProgramUses,
  type RealmPayload,
  RealmRecords,
  signInClientModel
} from "@namewright/core/realm"
import type { Instant } from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { boundTo } from "./boundTo.ts"

/** Facts that distinguish programs for a person, because programs choose their own names. */
export interface ProgramFacts {
  readonly client_id: string
  readonly name: string
  /** Redirect URIs; none for programs of devices without a browser. */
  readonly redirect_uris: ReadonlyArray<string>
  /** Last use by this person; null if there is none. */
  readonly last_use: Pick<ProgramUse, "used_on" | "address"> | null
}

/** Program that a person has connected. */
export interface ConnectedProgram extends ProgramFacts {
  readonly grant_id: string
  readonly scope: ReadonlyArray<string>
  readonly connected_on: Instant.Instant
}

const scopes = {
  openid: Schema.optionalKey(Schema.Struct({ scope: Schema.optionalKey(Schema.String) })),
  resources: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
}

/** Members of a stored consent of the provider that are used here. */
const Grant = Schema.Struct({
  jti: Schema.String,
  accountId: Schema.String,
  clientId: Schema.String,
  /** Key of the realm of a brand; absent for that of the installation. */
  realm: Schema.optionalKey(Schema.String),
  ...scopes,
  /** Scopes that were requested and refused. */
  rejected: Schema.optionalKey(Schema.Struct(scopes))
})

const decodeGrant = Schema.decodeUnknownOption(Grant)

/** Connected programs of a person at all realms, and their disconnection. */
export class ConnectedPrograms extends Context.Service<ConnectedPrograms, {
  readonly list: (user_id: string) => Effect.Effect<ReadonlyArray<ConnectedProgram>>
  /**
   * Ends a person's consent with its tokens, and revokes the keys that the program created for the person. Does nothing
   * for another person's consent.
   */
  readonly disconnect: (user_id: string, grant_id: string) => Effect.Effect<void>
  /** Name of a program of the realm of the current `SignInSite` in its metadata. */
  readonly nameOf: (client_id: string) => Effect.Effect<string>
  /** Facts about a program, with its last use by a person. */
  readonly factsOf: (user_id: string, client_id: string) => Effect.Effect<ProgramFacts>
}>()("@namewright/http/realm/ConnectedPrograms") {
  static readonly layer = Layer.effect(
    ConnectedPrograms,
    Effect.gen(function*() {
      const records = yield* RealmRecords
      const uses = yield* ProgramUses

      const clientOf = Effect.fnUntraced(function*(realm: string, client_id: string) {
        const registered = yield* records.find("Client", boundTo(realm, client_id))
        return Option.isSome(registered) ? registered : yield* records.find(signInClientModel, client_id)
      })

      const describe = Effect.fnUntraced(function*(realm: string, client_id: string, used: ReadonlyArray<ProgramUse>) {
        const payload = Option.getOrUndefined(yield* clientOf(realm, client_id))?.payload ?? {}
        const facts: ProgramFacts = {
          client_id,
          name: nameIn(payload) ?? client_id,
          redirect_uris: textsIn(payload["redirect_uris"]),
          last_use: used.find((use) => use.client_id === client_id) ?? null
        }
        return facts
      })

      return ConnectedPrograms.of({
        nameOf: Effect.fnUntraced(function*(client_id) {
          const { realm } = yield* SignInSite
          return (yield* describe(realm, client_id, [])).name
        }),
        factsOf: Effect.fnUntraced(function*(user_id, client_id) {
          const grants = (yield* records.listOfUser("Grant", user_id)).flatMap(({ payload }) =>
            Option.toArray(decodeGrant(payload))
          )
          const { realm = "" } = grants.find(({ clientId }) => clientId === client_id) ?? {}
          return yield* describe(realm, client_id, yield* uses.listOfUser(user_id))
        }),
        list: Effect.fnUntraced(function*(user_id) {
          const stored = yield* records.listOfUser("Grant", user_id)
          const used = yield* uses.listOfUser(user_id)
          const programs = yield* Effect.forEach(
            stored,
            ({ created_on, payload }) =>
              Option.match(decodeGrant(payload), {
                onNone: () => Effect.succeed([]),
                onSome: (grant) =>
                  Effect.map(
                    describe(grant.realm ?? "", grant.clientId, used),
                    (facts): ReadonlyArray<ConnectedProgram> => [{
                      ...facts,
                      grant_id: boundTo(grant.realm ?? "", grant.jti),
                      scope: scopeOf(grant),
                      connected_on: created_on
                    }]
                  )
              })
          )
          return programs.flat()
        }),
        disconnect: Effect.fnUntraced(function*(user_id, grant_id) {
          const found = Option.flatMap(yield* records.find("Grant", grant_id), ({ payload }) => decodeGrant(payload))
          if (Option.isNone(found) || found.value.accountId !== user_id) return
          yield* records.removeGrant(grant_id)
        })
      })
    })
  )
}

const nameIn = ({ client_name }: RealmPayload): string | undefined =>
  typeof client_name === "string" && client_name !== "" ? client_name : undefined

const textsIn = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : []

const scopeOf = ({ rejected = {}, ...granted }: typeof Grant.Type): ReadonlyArray<string> => {
  const refused = scopesIn(rejected)
  return scopesIn(granted).filter((name) => !refused.includes(name))
}

const scopesIn = ({ openid, resources = {} }: Pick<typeof Grant.Type, "openid" | "resources">) => [
  ...new Set([openid?.scope ?? "", ...Object.values(resources)].join(" ").split(" ").filter((name) => name !== ""))
]
