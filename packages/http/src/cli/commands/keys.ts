import { ApiKeyId, ApiKeys, asSystem, NewApiKey } from "@namewright/core/access"
import { Instant } from "@namewright/core/shared"
import { Console, Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { keyRestrictionFlags, restrictionsOf } from "../keyRestrictionFlags.ts"
import { onPlatform, platformFlags } from "../onPlatform.ts"
import { organizationFlag } from "../organizationFlag.ts"
import { chosenSettings } from "../settingFlags.ts"

const create = Command.make(
  "create",
  {
    ...platformFlags,
    organization: organizationFlag,
    name: Flag.String("name").pipe(
      Flag.withDescription("Letters, digits, - and _"),
      Flag.withSchema(NewApiKey.fields.api_key_name)
    ),
    role: Flag.String("role").pipe(
      Flag.withDescription("A built-in role, or the label of a custom one [admin]"),
      Flag.withDefault("admin")
    ),
    expiresAt: Flag.String("expires-at").pipe(
      Flag.withMetavar("TIME"),
      Flag.withDescription("Time or day from which the key is refused, such as 2027-01-01 [never]"),
      Flag.withSchema(Instant.Instant),
      Flag.optional
    ),
    ...keyRestrictionFlags
  },
  Effect.fnUntraced(function*(flags) {
    const made = yield* onPlatform(
      yield* chosenSettings(flags),
      asSystem(
        flags.organization,
        Effect.flatMap(ApiKeys, (keys) =>
          keys.create({
            api_key_name: flags.name,
            role: flags.role,
            expires_at: Option.getOrNull(flags.expiresAt),
            restrictions: restrictionsOf(flags)
          }))
      )
    )
    yield* Console.log(
      [
        `Id: ${made.api_key_id}`,
        `API key: ${Redacted.value(made.api_key)}`,
        `Client id: ${made.client_id}`,
        `Client secret: ${Redacted.value(made.client_secret)}`
      ].join("\n")
    )
  })
).pipe(Command.withDescription("Create a key, and print it once"))

const list = Command.make(
  "list",
  { ...platformFlags, organization: organizationFlag },
  Effect.fnUntraced(function*(flags) {
    const { items, total } = yield* onPlatform(
      yield* chosenSettings(flags),
      asSystem(flags.organization, Effect.flatMap(ApiKeys, (keys) => keys.list({ page: 1, page_size: 1000 })))
    )
    for (const key of items) {
      const from = key.last_used_address === null ? "" : ` from ${key.last_used_address}`
      const used = key.last_used_on === null ? "never used" : `last used ${Instant.format(key.last_used_on)}${from}`
      yield* Console.log(
        [
          key.api_key_id,
          key.status,
          key.role,
          key.api_key_name,
          `...${key.api_key_last_four}`,
          used,
          ...key.restrictions === null ? [] : [`restricted to ${JSON.stringify(key.restrictions)}`]
        ].join("  ")
      )
    }
    if (total > items.length) yield* Console.log(`and ${total - items.length} more`)
  })
).pipe(Command.withDescription("List the keys of an organization, newest first"))

const revoke = Command.make(
  "revoke",
  {
    ...platformFlags,
    organization: organizationFlag,
    key: Flag.String("key").pipe(
      Flag.withMetavar("ID"),
      Flag.withDescription("The id of the key, api_key_..."),
      Flag.withSchema(ApiKeyId)
    )
  },
  Effect.fnUntraced(function*(flags) {
    yield* onPlatform(
      yield* chosenSettings(flags),
      asSystem(flags.organization, Effect.flatMap(ApiKeys, (keys) => keys.revoke(flags.key)))
    )
    yield* Console.log(`${flags.key} is revoked`)
  })
).pipe(Command.withDescription("Revoke a key and its access tokens immediately"))

export const keys = Command.make("keys").pipe(
  Command.withDescription("The credentials of an organization"),
  Command.withSubcommands([create, list, revoke])
)
