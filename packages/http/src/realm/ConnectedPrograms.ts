import { type RealmPayload, RealmRecords } from "@namewright/core/realm"
import type { Instant } from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Schema } from "effect"

/** A program that a person has let in. */
export interface ConnectedProgram {
  readonly grant_id: string
  readonly client_id: string
  readonly name: string
  readonly scope: ReadonlyArray<string>
  readonly connected_on: Instant.Instant
}

/** What the provider writes of a consent, as far as it matters here. */
const Grant = Schema.Struct({
  jti: Schema.String,
  accountId: Schema.String,
  clientId: Schema.String,
  openid: Schema.optionalKey(Schema.Struct({ scope: Schema.optionalKey(Schema.String) })),
  resources: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})

const decodeGrant = Schema.decodeUnknownOption(Grant)

/** The programs that people have let in, and their end. */
export class ConnectedPrograms extends Context.Service<ConnectedPrograms, {
  readonly list: (user_id: string) => Effect.Effect<ReadonlyArray<ConnectedProgram>>
  /** Ends a consent of this person with all of its tokens; nothing where it is somebody else's. */
  readonly disconnect: (user_id: string, grant_id: string) => Effect.Effect<void>
  /** What a program calls itself. */
  readonly nameOf: (client_id: string) => Effect.Effect<string>
}>()("@namewright/http/realm/ConnectedPrograms") {
  static readonly layer = Layer.effect(
    ConnectedPrograms,
    Effect.gen(function*() {
      const records = yield* RealmRecords

      const nameOf = (client_id: string) =>
        Effect.map(
          records.find("Client", client_id),
          Option.match({ onNone: () => client_id, onSome: ({ payload }) => nameIn(payload) ?? client_id })
        )

      return ConnectedPrograms.of({
        nameOf,
        list: Effect.fnUntraced(function*(user_id) {
          const stored = yield* records.listOfUser("Grant", user_id)
          const programs = yield* Effect.forEach(
            stored,
            ({ created_on, payload }) =>
              Option.match(decodeGrant(payload), {
                onNone: () => Effect.succeed([]),
                onSome: (grant) =>
                  Effect.map(nameOf(grant.clientId), (name): ReadonlyArray<ConnectedProgram> => [{
                    grant_id: grant.jti,
                    client_id: grant.clientId,
                    name,
                    scope: scopeOf(grant),
                    connected_on: created_on
                  }])
              })
          )
          return programs.flat()
        }),
        disconnect: Effect.fnUntraced(function*(user_id, grant_id) {
          const found = Option.flatMap(yield* records.find("Grant", grant_id), ({ payload }) => decodeGrant(payload))
          if (Option.exists(found, ({ accountId }) => accountId === user_id)) yield* records.removeGrant(grant_id)
        })
      })
    })
  )
}

const nameIn = ({ client_name }: RealmPayload): string | undefined =>
  typeof client_name === "string" && client_name !== "" ? client_name : undefined

const scopeOf = ({ openid, resources = {} }: typeof Grant.Type): ReadonlyArray<string> => [
  ...new Set([openid?.scope ?? "", ...Object.values(resources)].join(" ").split(" ").filter((name) => name !== ""))
]
