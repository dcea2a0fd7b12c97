import { SigningKeys, SigningKeyStore } from "@namewright/core/access"
import { RealmKeys } from "@namewright/core/realm"
import { Instant, PlatformSettings } from "@namewright/core/shared"
import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import * as TokenSignerJose from "../../access/TokenSignerJose.ts"
import { onPlatform, platformFlags } from "../onPlatform.ts"
import { chosenSettings } from "../settingFlags.ts"

const organizationKeyring = Layer.provide(SigningKeys.layer, TokenSignerJose.layer)

const rotate = Command.make(
  "rotate",
  { ...platformFlags },
  Effect.fnUntraced(function*(flags) {
    const keys = yield* onPlatform(
      yield* chosenSettings(flags),
      Effect.gen(function*() {
        const { environment } = yield* PlatformSettings
        const organizationKeys = yield* SigningKeys
        const realmKeys = yield* RealmKeys
        const store = yield* SigningKeyStore
        // The first key is created on first use; there is nothing to replace before.
        yield* organizationKeys.current
        yield* organizationKeys.rotate
        yield* realmKeys.current
        yield* realmKeys.rotate
        return yield* store.list(environment, yield* Instant.now)
      }).pipe(Effect.provide(organizationKeyring))
    )
    for (const { key_id, retired_on } of keys) {
      yield* Console.log(
        `${key_id}  ${retired_on === null ? "signs" : `verifies until ${Instant.format(retired_on)}`}`
      )
    }
  })
).pipe(
  Command.withDescription(
    "Replace the keys that sign access tokens of organizations and of the sign-in realm; tokens of the old keys stay valid"
  )
)

export const signingKeys = Command.make("signing-keys").pipe(
  Command.withDescription("Keys that sign access tokens"),
  Command.withSubcommands([rotate])
)
