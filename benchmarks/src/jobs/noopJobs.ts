import {
  AgentRules,
  type CredentialStore,
  CurrentRights,
  OrganizationDirectory,
  RecentCallers
} from "@namewright/core/access"
import {
  type BatchCommand,
  JobAnnouncements,
  JobKinds,
  JobQueue,
  Jobs,
  type JobStore,
  type JobWakeup,
  JobWorker
} from "@namewright/core/jobs"
import { Processes, type ProcessStore } from "@namewright/core/processes"
import {
  type Actor,
  CurrentActor,
  newOrganizationId,
  type OrganizationId,
  permissions,
  type Transaction
} from "@namewright/core/shared"
import { Effect, Layer, Option, Schema } from "effect"

export const topic = "noop"
const instancesPerCommand = 1000

const directory = Layer.succeed(OrganizationDirectory, {
  find: (organization_id) =>
    Effect.succeed(Option.some({ organization_id, parent_organization_id: null, active: true })),
  keep: () => Effect.succeed(true)
})

const agentRules = Layer.succeed(AgentRules, { of: () => Effect.succeed({ rest_access: true, show_auth_codes: true }) })

/** Job engine alone, on the stores of the platform. */
export const engine = <E>(
  storage: Layer.Layer<CredentialStore | JobStore | JobWakeup | ProcessStore | Transaction, E>
) =>
  Layer.mergeAll(Jobs.layer, JobWorker.layer).pipe(
    Layer.provideMerge(JobQueue.layer),
    Layer.provideMerge(Layer.mergeAll(JobAnnouncements.layer, JobKinds.layer)),
    Layer.provideMerge(CurrentRights.layer),
    Layer.provideMerge(Layer.merge(RecentCallers.layer, agentRules)),
    Layer.provideMerge(Layer.merge(directory, Processes.layer)),
    Layer.provideMerge(storage)
  )

const Payload = Schema.Struct({ names: Schema.Array(Schema.String) })

const noopBulk: BatchCommand<typeof Payload.Type> = {
  name: "noop_bulk",
  right: "domains:manage",
  risk: "changes",
  payload: Payload,
  expand: (commands) =>
    Effect.succeed(commands.map(({ names }) =>
      names.map((name, instance_index) => ({
        instance_index,
        kind: "noop",
        operation: "create",
        resource_key: name,
        ordering_key: `domain ${name}`,
        domain_name: name,
        display: `Create Domain '${name}'`,
        payload: { type: "noop_bulk", operation: "create", domain: { name } }
      }))
    ))
}

/** Registers a job kind that does nothing but report its start. */
export const knowNoop = Effect.fnUntraced(function*(onRun: () => void) {
  const kinds = yield* JobKinds
  yield* kinds.registerCommand(noopBulk)
  yield* kinds.registerTopic({ topic, concurrency: 24 })
  yield* kinds.registerKind({ kind: "noop", topic, run: () => Effect.sync(() => (onRun(), null)) })
})

const actorOf = (organization_id: OrganizationId): Actor => ({
  principal: { type: "api_key", id: "benchmark_key" },
  organization_id,
  parent_organization_id: null,
  organization_active: true,
  role: "admin",
  permissions: new Set(permissions)
})

/** New actor that submits jobs. */
export const submitter = Effect.map(newOrganizationId, (organization_id) => {
  const act = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.provideService(work, CurrentActor, actorOf(organization_id))
  let submitted = 0
  const submit = (count: number) => {
    const batch = ++submitted
    const commands = Array.from({ length: Math.ceil(count / instancesPerCommand) }, (_, command) => {
      const instances = Math.min(instancesPerCommand, count - command * instancesPerCommand)
      const names = Array.from({ length: instances }, (__, n) => `name-${batch}-${command}-${n}.example`)
      return { command: "noop_bulk", payload: { names } }
    })
    return Effect.orDie(act(Effect.flatMap(Jobs, (jobs) => jobs.submit({ paused: false, commands }))))
  }
  return { organization_id, act, submit }
})
