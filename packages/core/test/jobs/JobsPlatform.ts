import { administrator } from "@namewright/conformance"
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
  JobTimetable,
  type JobWakeup,
  JobWorker
} from "@namewright/core/jobs"
import { Processes, type ProcessStore } from "@namewright/core/processes"
import {
  CurrentActor,
  InvalidInput,
  newOrganizationId,
  type OrganizationId,
  TableStatistics,
  Timetable,
  type Transaction
} from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

/** Organizations that a test has made inactive or removed. */
export class Organizations extends Context.Service<Organizations, {
  readonly inactive: Set<OrganizationId>
  readonly gone: Set<OrganizationId>
}>()("test/jobs/Organizations") {}

const organizations = Layer.sync(Organizations, () => ({
  inactive: new Set<OrganizationId>(),
  gone: new Set<OrganizationId>()
}))

/** Every organization exists and is active unless a test says otherwise. */
const directory = Layer.effect(
  OrganizationDirectory,
  Effect.map(Organizations, ({ gone, inactive }) =>
    OrganizationDirectory.of({
      find: (organization_id) =>
        Effect.succeed(
          gone.has(organization_id)
            ? Option.none()
            : Option.some({
              organization_id,
              parent_organization_id: null,
              active: !inactive.has(organization_id)
            })
        ),
      keep: (organization_id) => Effect.succeed(!gone.has(organization_id))
    }))
)

const agentRules = Layer.succeed(AgentRules, { of: () => Effect.succeed({ rest_access: true, show_auth_codes: true }) })

/** The job engine over some storage. */
export const jobsOn = <E>(
  storage: Layer.Layer<CredentialStore | JobStore | JobWakeup | ProcessStore | Transaction, E>
) =>
  Layer.mergeAll(Jobs.layer, JobWorker.layer).pipe(
    Layer.provideMerge(JobQueue.layer),
    Layer.provideMerge(Layer.mergeAll(JobAnnouncements.layer, JobKinds.layer)),
    Layer.provideMerge(Layer.merge(Timetable.layer, Processes.layer)),
    Layer.provideMerge(CurrentRights.layer),
    Layer.provideMerge(Layer.merge(RecentCallers.layer, agentRules)),
    Layer.provideMerge(directory),
    Layer.provideMerge(organizations),
    Layer.provideMerge(storage)
  )

export const jobsOnSqlite = jobsOn(memoryDatabase())

/** The engine with its timetable carried out. */
export const timetableOnSqlite = JobTimetable.pipe(
  Layer.provide(Layer.succeed(TableStatistics, { refresh: Effect.void })),
  Layer.provideMerge(jobsOnSqlite)
)

/** A caller with every right, in an organization of its own. */
export const caller = Effect.map(newOrganizationId, (organization_id) => {
  const actor = administrator(organization_id)
  return {
    organization_id,
    actor,
    act: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provideService(work, CurrentActor, actor)
  }
})

const Payload = Schema.Struct({ instances: Schema.Array(Schema.Struct({ name: Schema.String })) })

/** A bulk command that makes a job of each name; names with a space are refused, `forbidden` refuses the batch. */
export const greetBulk: BatchCommand<typeof Payload.Type> = {
  name: "greet_bulk",
  right: "contacts:manage",
  risk: "changes",
  payload: Payload,
  expand: (commands) => {
    const at = commands.findIndex(({ instances }) => instances.some(({ name }) => name === "forbidden"))
    if (at >= 0) {
      const issue = { loc: [at, "payload", "instances"], msg: "No", type: "value_error", input: null }
      return Effect.fail(new InvalidInput({ issues: [issue] }))
    }
    return Effect.succeed(commands.map(({ instances }) =>
      instances.map(({ name }, instance_index) =>
        name.includes(" ")
          ? { instance_index, error: "No name", code: "INVALID_NAME", type: "validation-error", resource_key: name }
          : {
            instance_index,
            kind: "greet",
            operation: "create",
            resource_key: name,
            ordering_key: `name ${name}`,
            display: `Greet '${name}'`,
            payload: { type: "greet_bulk", operation: "create", contact: { name, auth_code: "secret-1" } }
          }
      )
    ))
  }
}

/** The request of a batch with one command of these names. */
export const greet = (...names: ReadonlyArray<string>) => ({
  paused: false,
  commands: [{ command: "greet_bulk", payload: { instances: names.map((name) => ({ name })) } }]
})
