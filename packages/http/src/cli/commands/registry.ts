import { RegistrySessionSlots } from "@namewright/core/registry"
import { TldCatalog } from "@namewright/core/tlds"
import {
  type ConfiguredRegistry,
  eppPool,
  readEppConfig,
  registryDoctor,
  registryRoutes
} from "@namewright/registry-epp"
import { Console, Effect, type Option } from "effect"
import { Argument, Command } from "effect/cli"
import { askedPassword } from "../askedPassword.ts"
import { CommandFailed } from "../CommandFailed.ts"
import { printFindings } from "../printFindings.ts"
import { registryRecords } from "../registryRecords.ts"
import { chosenSettings, settingFlags } from "../settingFlags.ts"
import { registryMessages } from "./registryMessages.ts"

const flags = {
  ...settingFlags("registry"),
  name: Argument.String("name").pipe(Argument.withDescription("The registry's name in the file"))
}

interface Flags {
  readonly config: Option.Option<string>
  readonly registry: Option.Option<string>
  readonly name: string
}

const failed = ({ message }: { readonly message: string }) => new CommandFailed({ message })

/** The registry that the operator means. */
const configured = Effect.fnUntraced(function*({ name, ...chosen }: Flags) {
  const { registry } = yield* chosenSettings(chosen)
  if (registry === undefined) return yield* new CommandFailed({ message: "--registry: expected epp:FILE" })
  const { registries } = yield* Effect.mapError(readEppConfig(registry.file), failed)
  const found = registries.find((known) => known.name === name)
  if (found !== undefined) return found
  const names = registries.map((known) => known.name).join(", ")
  return yield* new CommandFailed({ message: `${registry.file} has no registry ${name}; it has ${names || "none"}` })
})

/** Backends of the catalogue that the registry stands for. */
const backendsOf = Effect.fnUntraced(function*(registry: ConfiguredRegistry) {
  const catalog = yield* TldCatalog
  return registryRoutes([registry], yield* catalog.list).routes.map(({ backend }) => backend)
}, Effect.provide(TldCatalog.layer))

const doctor = Command.make(
  "doctor",
  { ...flags, ...settingFlags("registry", "database") },
  Effect.fnUntraced(function*({ name, ...chosen }) {
    const { database } = yield* chosenSettings(chosen)
    const found = yield* configured({ name, ...chosen })
    const seen = yield* registryDoctor(found)
    yield* printFindings([...seen, ...(yield* registryRecords(database, yield* backendsOf(found)))])
  })
).pipe(Command.withDescription("Log in to a registry, log out again, and explain what it offers and what is wrong"))

const changed = Effect.fnUntraced(
  function*({ pool, passwordFile }: ConfiguredRegistry) {
    if (passwordFile === undefined) {
      return yield* new CommandFailed({
        message: "The password stands in the configuration; move it to a passwordFile"
      })
    }
    const { changePassword } = yield* eppPool({ ...pool, limits: { ...pool.limits, minimumSessions: 0 } })
    yield* Effect.mapError(changePassword(yield* askedPassword), failed)
    yield* Console.log(`The registry has taken the new password; ${passwordFile} has it`)
  },
  Effect.provide(RegistrySessionSlots.layerLocal),
  Effect.scoped
)

const password = Command.make(
  "password",
  flags,
  Effect.fnUntraced(function*(chosen) {
    yield* changed(yield* configured(chosen))
  })
).pipe(
  Command.withDescription(
    "Have a registry take a new password, and keep it in the passwordFile, whatever happens meanwhile"
  )
)

export const registry = Command.make("registry").pipe(
  Command.withDescription("Look after the accounts at registries, and their messages"),
  Command.withSubcommands([doctor, password, registryMessages])
)
