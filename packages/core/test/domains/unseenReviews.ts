import type { Domain } from "@namewright/core/domains"
import {
  type Accepted,
  type CommandError,
  foreignDomain,
  nameOnly,
  type PollMessage,
  type PollPayload,
  type Registry,
  type RegistryDomain,
  RegistryOutcomeUnknown,
  RegistryRefusal,
  RegistryTemporary
} from "@namewright/core/registry"
import { type DomainName, type Hostname, Instant } from "@namewright/core/shared"
import { DateTime, type Duration, Effect, Option } from "effect"
import { changedRegistries } from "./changedRegistries.ts"

/** Commands about names that contain `unseen-` and the command are reviewed, for example `unseen-renew-one.com`. */
type ReviewedCommand = "create" | "update" | "renew" | "restore" | "delete" | "transfer" | "release"

type Command =
  & { readonly command_id: string }
  & ({ readonly name: DomainName } | { readonly hostname: Hostname })

type Name = DomainName | Hostname

interface Review {
  readonly work: Effect.Effect<unknown, CommandError>
  readonly before: Effect.Effect<Option.Option<RegistryDomain>>
}

const nameOf = (command: Command): Name => "hostname" in command ? command.hostname : command.name

const later: Accepted = { completed: false }

/**
 * Simulated registries that respond to reviewed commands with 1001 and do not show that they are pending. Names that
 * contain `-lost` get no response to the first command, and 2304 to its repeat. Updates of names that begin with
 * `behind-` are carried out, and queries show them after the lag.
 */
export const unseenReviews = (lookup_lag: Duration.Duration) => {
  const reviews = new Map<Name, Review>()
  const behind = new Map<Name, { readonly until: Instant.Instant; readonly shown: Option.Option<RegistryDomain> }>()
  const shown = new Map<Name, Partial<RegistryDomain>>()
  const failing = new Map<Name, number>()
  const sent: Array<{ readonly name: Name; readonly command_id: string }> = []
  const queue: Array<PollMessage & { readonly registry: string }> = []

  const hide = Effect.fnUntraced(function*(name: Name, before: Review["before"]) {
    behind.set(name, { shown: yield* before, until: DateTime.addDuration(yield* Instant.now, lookup_lag) })
  })

  const sentFor = (name: Name) => sent.filter((one) => one.name === name)

  const unusual = (registry: Registry): Registry => {
    const before = (name: DomainName) => Effect.orDie(registry.infoDomain(name))

    const reviewed = <C extends Command, A extends Accepted>(
      kind: ReviewedCommand,
      call: (command: C) => Effect.Effect<A, CommandError>,
      answer: A
    ) =>
    (command: C): Effect.Effect<A, CommandError> =>
      Effect.suspend((): Effect.Effect<A, CommandError> => {
        const name = nameOf(command)
        if (!name.includes(`unseen-${kind}`)) return call(command)
        sent.push({ name, command_id: command.command_id })
        if (name.includes("-lost") && sentFor(name).length > 1) return Effect.fail(repeated)
        reviews.set(name, {
          work: call(command),
          before: "hostname" in command ? Effect.succeedNone : before(command.name)
        })
        return name.includes("-lost")
          ? Effect.fail(new RegistryOutcomeUnknown({ command_id: command.command_id, text: "No answer" }))
          : Effect.succeed(answer)
      })

    const priced = { ...later, cost: null, expires_on: null }
    const update = reviewed("update", registry.updateDomain, later)
    return {
      ...registry,
      capabilities: { ...registry.capabilities, lookup_lag },
      createDomain: reviewed("create", registry.createDomain, { ...priced, created_on: null }),
      updateDomain: (command) =>
        command.name.startsWith("behind-")
          ? Effect.andThen(hide(command.name, before(command.name)), registry.updateDomain(command))
          : update(command),
      renewDomain: reviewed("renew", registry.renewDomain, priced),
      restoreDomain: reviewed("restore", registry.restoreDomain, later),
      deleteDomain: reviewed("delete", registry.deleteDomain, { ...later, credit: null }),
      requestTransfer: reviewed("transfer", registry.requestTransfer, {
        ...priced,
        status: "pending",
        acts_on: null
      }),
      releaseDomain: reviewed("release", registry.releaseDomain, later),
      createHost: reviewed("create", registry.createHost, later),
      updateHost: reviewed("update", registry.updateHost, later),
      deleteHost: reviewed("delete", registry.deleteHost, later),
      infoDomain: Effect.fnUntraced(function*(name, code) {
        const failures = failing.get(name) ?? 0
        if (failures > 0) {
          failing.set(name, failures - 1)
          return yield* new RegistryTemporary({ text: "No answer" })
        }
        const hidden = behind.get(name)
        const isHidden = hidden !== undefined && !Instant.hasPassed(hidden.until, yield* Instant.now)
        const seen = isHidden ? hidden.shown : yield* registry.infoDomain(name, code)
        const changes = shown.get(name)
        return changes === undefined
          ? seen
          : Option.some({ ...foreignDomain(name), ...Option.getOrUndefined(seen), ...changes })
      }),
      nextMessage: Effect.suspend(() => {
        const first = queue.find((message) => message.registry === registry.key)
        return first === undefined ? registry.nextMessage : Effect.succeedSome(first)
      }),
      acknowledgeMessage: (id) =>
        Effect.suspend(() => {
          const index = queue.findIndex(({ message_id }) => message_id === id)
          if (index < 0) return registry.acknowledgeMessage(id)
          queue.splice(index, 1)
          return Effect.void
        })
    }
  }

  const enqueue = Effect.fnUntraced(function*(registry: string, payload: PollPayload) {
    queue.push({
      registry,
      message_id: `decision-${queue.length}-${yield* Instant.now}`,
      queued_on: yield* Instant.now,
      text: "Decided",
      payload,
      object: nameOnly,
      raw: null
    })
  })

  return {
    /** Carries out the newest command about a name. Queries show it after the lag. */
    carryOut: Effect.fnUntraced(function*(name: Name) {
      const review = reviews.get(name)
      if (review === undefined) return yield* Effect.die(new Error(`No command about ${name} is reviewed`))
      yield* hide(name, review.before)
      yield* Effect.orDie(review.work)
    }),
    /** Queues the message that the registry has decided on a command, by default the first one about the name. */
    announce: ({ name, registry }: Pick<Domain, "name" | "registry">, accepted: boolean, command_id?: string | null) =>
      enqueue(registry, {
        _tag: "PendingDecided",
        name,
        accepted,
        command_id: command_id === undefined ? sentFor(name)[0]?.command_id ?? null : command_id
      }),
    enqueue,
    /** Shows members of a name with other values. */
    show: (name: DomainName, members: Partial<RegistryDomain>) => Effect.sync(() => void shown.set(name, members)),
    /** Makes a number of queries of the name fail. */
    failLookUps: (name: DomainName, times: number) => Effect.sync(() => void failing.set(name, times)),
    /** Number of reviewed commands about a name that were sent. */
    sentFor: (name: Name) => sentFor(name).length,
    registries: changedRegistries(unusual, () => queue.map(({ registry }) => registry))
  }
}

const repeated = new RegistryRefusal({ reason: "statusProhibits", result_code: 2304, text: "An action is pending" })
