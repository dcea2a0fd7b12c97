import { Context, Effect, Layer } from "effect"
import type { BatchCommand } from "./BatchCommand.ts"
import type { JobKind, JobTopic } from "./JobKind.ts"

/** Limits of a topic, with defaults applied. */
export type TopicLimits = Required<{ readonly [K in keyof JobTopic]: NonNullable<JobTopic[K]> }>

const standardTopic = { capacity: 1000, concurrency: 16 }

/**
 * Registered kinds, commands and topics of jobs. Slices register them when their layers are built; a second
 * registration of a name is a defect.
 */
export class JobKinds extends Context.Service<JobKinds, {
  readonly registerKind: (kind: JobKind) => Effect.Effect<void>
  readonly registerCommand: <P>(command: BatchCommand<P>) => Effect.Effect<void>
  /** Sets limits of a topic that differ from the defaults. */
  readonly registerTopic: (topic: JobTopic) => Effect.Effect<void>
  readonly kind: (name: string) => JobKind | undefined
  readonly command: (name: string) => BatchCommand<unknown> | undefined
  readonly commands: () => ReadonlyArray<BatchCommand<unknown>>
  /** The topics of all kinds. */
  readonly topics: () => ReadonlyArray<TopicLimits>
  readonly topic: (name: string) => TopicLimits
}>()("@namewright/core/jobs/JobKinds") {
  static readonly layer = Layer.effect(
    JobKinds,
    Effect.sync(() => {
      const kinds = new Map<string, JobKind>()
      const commands = new Map<string, BatchCommand<unknown>>()
      const limitsOfTopics = new Map<string, JobTopic>()

      const topic = (name: string): TopicLimits => {
        const own = limitsOfTopics.get(name)
        return {
          topic: name,
          capacity: own?.capacity ?? standardTopic.capacity,
          concurrency: own?.concurrency ?? standardTopic.concurrency
        }
      }

      return JobKinds.of({
        registerKind: (kind) => enter(kinds, kind.kind, kind),
        // A payload is passed only to the command that decoded it.
        registerCommand: (command) => enter(commands, command.name, command as unknown as BatchCommand<unknown>),
        registerTopic: (limits) => enter(limitsOfTopics, limits.topic, limits),
        kind: (name) => kinds.get(name),
        command: (name) => commands.get(name),
        commands: () => [...commands.values()],
        topics: () => [...new Set([...kinds.values()].map((kind) => kind.topic))].map(topic),
        topic
      })
    })
  )
}

const enter = <A>(entries: Map<string, A>, name: string, entry: A): Effect.Effect<void> =>
  Effect.suspend(() =>
    entries.has(name)
      ? Effect.die(new Error(`${name} is registered twice`))
      : Effect.sync(() => void entries.set(name, entry))
  )
