import { Effect, Schema } from "effect"
import { authorize } from "../access/index.ts"
import {
  bulkForm,
  type CommandRequest,
  declareCommand,
  idOfJob,
  incomplete,
  instanceProblem,
  instanceRequests,
  type JobKind,
  JobKinds,
  planEach,
  type PlannedJob,
  requestsOfCommands,
  singleForm,
  singleRequest,
  storedRequest
} from "../jobs/index.ts"
import { CreateNote, NoteId } from "./Note.ts"
import { Notes } from "./Notes.ts"

const common = { name: "note_create", right: "notes:manage", risk: "none" } as const

const Members = Schema.Struct({ text: Schema.optionalKey(CreateNote.fields.text) })
type Members = typeof Members.Type

const single = singleForm(common, CreateNote)
const bulk = bulkForm(common, { template: Members, instance: Members })

const planned = (command: string, instance_index: number | null, text: string): PlannedJob => ({
  instance_index,
  kind: "note_create",
  operation: "create",
  resource_key: "note",
  ordering_key: "notes",
  display: "Create Note",
  payload: { type: command, operation: "create", note: { text } }
})

const plan = Effect.fnUntraced(function*(
  command: string,
  requests: Effect.Effect<ReadonlyArray<ReadonlyArray<CommandRequest<Members>>>>
) {
  yield* authorize("notes:manage")
  return yield* planEach(yield* requests, (request) => planOne(command, request))
})

const planOne = (command: string, request: CommandRequest<Members>) => {
  const { text } = request.members
  return text === undefined
    ? instanceProblem(request, "note", [incomplete(["text"])])
    : planned(command, request.instance_index, text)
}

const makeKind = Effect.gen(function*() {
  const notes = yield* Notes
  const requestOf = storedRequest("note", CreateNote)
  const kind: JobKind = {
    kind: "note_create",
    topic: "notes",
    run: Effect.fnUntraced(function*(job) {
      const { request, type } = yield* requestOf(job)
      const { note_id } = yield* notes.createAs(idOfJob(job.job_id, "note", (text) => NoteId.make(text)), request)
      return { type, note_id }
    })
  }
  return kind
})

/** `note_create` and `note_create_bulk`. */
const noteCreate = declareCommand({
  forms: [single, bulk],
  jobs: { kind: "note_create", member: "note", request: CreateNote, result: "note_id" },
  register: Effect.gen(function*() {
    const { registerCommand, registerKind } = yield* JobKinds
    yield* registerKind(yield* makeKind)
    yield* registerCommand({
      ...single,
      expand: (commands) => plan(single.name, requestsOfCommands(commands, singleRequest))
    })
    yield* registerCommand({
      ...bulk,
      expand: (commands) => plan(bulk.name, requestsOfCommands(commands, instanceRequests))
    })
  })
})

/** Commands about notes. */
export const noteCommands = [noteCreate] as const
