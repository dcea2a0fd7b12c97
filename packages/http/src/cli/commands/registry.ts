import { RegistrarIds, RegistrySessionSlots } from "@namewright/core/registry"
import {
  type ConfiguredRegistry,
  eppPool,
  readEppConfig,
  registrarIdResult,
  registryDoctor
} from "@namewright/registry-epp"
import { Console, Effect, Option } from "effect"
import { Argument, Command } from "effect/cli"
import { askedPassword } from "../askedPassword.ts"
import { CommandFailed } from "../CommandFailed.ts"
import type { Database } from "../Database.ts"
import { onCurrentStores, onStores } from "../onStores.ts"
import { printCheckResults } from "../printCheckResults.ts"
import { type BackendAccount, backendAccount } from "../registryAccount.ts"
import { registryRecords } from "../registryRecords.ts"
import { chosenSettings, settingFlags } from "../settingFlags.ts"
import { registryIntents } from "./registryIntents.ts"
import { registryMessages } from "./registryMessages.ts"

const flags = {
  ...settingFlags("registry"),
  name: Argument.String("name").pipe(Argument.withDescription("The registry's name in the file"))
}

interface Flags {
  readonly config: Option.Option<string>
  readonly registry: Option.Option<string>
  readonly database?: Option.Option<string>
  readonly name: string
}

const failed = ({ message }: { readonly message: string }) => new CommandFailed({ message })

/** Registry of the configuration by name. */
const configured = Effect.fnUntraced(function*({ name, ...chosen }: Flags) {
  const { database, registry } = yield* chosenSettings(chosen)
  if (registry === undefined) return yield* new CommandFailed({ message: "--registry: expected epp:FILE" })
  const { registries } = yield* Effect.mapError(readEppConfig(registry.file), failed)
  const found = registries.find((candidate) => candidate.name === name)
  if (found !== undefined) return { database, found, registries }
  const names = registries.map((candidate) => candidate.name).join(", ")
  return yield* new CommandFailed({ message: `${registry.file} has no registry ${name}; it has ${names || "none"}` })
})

/** Ids of the account at the registry, as stored in the database. */
const identityOf = Effect.fnUntraced(function*(database: Database, account: BackendAccount) {
  const { account_id, registrar } = account
  const ids = yield* onCurrentStores(database, Effect.flatMap(RegistrarIds, ({ ofAccount }) => ofAccount(account_id)))
  return Option.match(ids, { onNone: () => [], onSome: (stored) => [registrarIdResult(registrar, stored)] })
})

const doctor = Command.make(
  "doctor",
  { ...flags, ...settingFlags("registry", "database") },
  Effect.fnUntraced(function*(chosen) {
    const { database, found, registries } = yield* configured(chosen)
    const seen = yield* registryDoctor(found)
    const account = yield* backendAccount(found, registries)
    const identity = account === undefined ? [] : yield* identityOf(database, account)
    const records = yield* registryRecords(database, account === undefined ? [] : [account.backend])
    yield* printCheckResults([...seen, ...identity, ...records])
  })
).pipe(Command.withDescription("Log in to a registry, log out, and report its features and problems"))

const changed = Effect.fnUntraced(
  function*({ pool, passwordFile }: ConfiguredRegistry) {
    if (passwordFile === undefined) {
      return yield* new CommandFailed({
        message: "The configuration contains the password; move it to a passwordFile"
      })
    }
    const { changePassword } = yield* eppPool({ ...pool, limits: { ...pool.limits, minimumSessions: 0 } })
    yield* Effect.mapError(changePassword(yield* askedPassword), failed)
    yield* Console.log(`The registry has accepted the new password, which is stored in ${passwordFile}`)
  },
  Effect.provide(RegistrySessionSlots.layerLocal),
  Effect.scoped
)

const password = Command.make(
  "password",
  flags,
  Effect.fnUntraced(function*(chosen) {
    yield* changed((yield* configured(chosen)).found)
  })
).pipe(
  Command.withDescription(
    "Change the password at a registry, and store it safely in the passwordFile"
  )
)

const forgetId = Command.make(
  "forget-id",
  {
    ...flags,
    ...settingFlags("database", "registry"),
    id: Argument.String("id").pipe(Argument.withDescription("The id as registry doctor shows it"))
  },
  Effect.fnUntraced(function*({ id, ...chosen }) {
    const { database, found, registries } = yield* configured(chosen)
    const account = yield* backendAccount(found, registries)
    const isForgotten = account !== undefined && (yield* onStores(
      database,
      Effect.flatMap(RegistrarIds, ({ forget }) => forget(account.account_id, id))
    ))
    if (!isForgotten) return yield* new CommandFailed({ message: `${found.name} is not known to use the id ${id}` })
    yield* Console.log(`${id} no longer identifies the account at ${found.name}`)
  })
).pipe(Command.withDescription("Forget an id that identified the account at a registry"))

export const registry = Command.make("registry").pipe(
  Command.withDescription("Manage accounts at registries, their messages, and orders with an unknown outcome"),
  Command.withSubcommands([doctor, password, registryIntents, registryMessages, forgetId])
)
