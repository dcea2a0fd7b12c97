import { Effect, Option, Result, Schema } from "effect"
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
  missingMembers,
  planEach,
  type PlannedJob,
  type Present,
  type Problem,
  requestsOfCommands,
  singleForm,
  singleRequest,
  storedRequest,
  validationProblem
} from "../jobs/index.ts"
import { ContactId, ContactMembers, CreateContact } from "./Contact.ts"
import { Contacts } from "./Contacts.ts"
import { ContactStore } from "./ContactStore.ts"
import { canonicalPostalCode } from "./PostalCode.ts"

type Members = Present<typeof ContactMembers.Type>

const common = { name: "contact_create", right: "contacts:manage", risk: "none" } as const

/** As `POST /v1/contacts`. */
const single = singleForm(common, CreateContact)

/** Template and instances can have all members. */
const bulk = bulkForm(common, { template: ContactMembers, instance: ContactMembers })

const required = [
  "first_name",
  "last_name",
  "email",
  "phone",
  "street",
  "city",
  "postal_code",
  "country"
] as const satisfies ReadonlyArray<keyof CreateContact>

const plan = Effect.fnUntraced(function*(
  command: string,
  asking: Effect.Effect<ReadonlyArray<ReadonlyArray<CommandRequest<Members>>>>
) {
  yield* authorize("contacts:manage")
  return yield* planEach(yield* asking, (asked) => planOne(command, asked))
})

const planOne = (command: string, asked: CommandRequest<Members>) => {
  const problems = problemsOf(asked.members)
  return problems.length === 0
    ? planned(command, asked)
    : instanceProblem(asked, asked.members.email, problems)
}

const problemsOf = (members: Members): ReadonlyArray<Problem> => {
  const missing = missingMembers(members, required)
  return [
    ...(missing.length === 0 ? [] : [incomplete(missing)]),
    ...postalCodeProblems(members)
  ]
}

const postalCodeProblems = ({ country, postal_code }: Members): ReadonlyArray<Problem> => {
  if (country === undefined || postal_code === undefined) return []
  const canonical = canonicalPostalCode(country, postal_code)
  return Result.isSuccess(canonical) ? [] : [validationProblem("INVALID_POSTAL_CODE", canonical.failure)]
}

const encode = Schema.encodeSync(ContactMembers)

const planned = (command: string, { instance_index, members }: CommandRequest<Members>): PlannedJob => {
  const { email = "" } = members
  return {
    instance_index,
    kind: "contact_create",
    operation: "create",
    resource_key: email,
    ordering_key: `contact ${email.toLowerCase()}`,
    display: `Create Contact '${email}'`,
    payload: { type: command, operation: "create", contact: encode(members) }
  }
}

const makeKind = Effect.gen(function*() {
  const contacts = yield* Contacts
  const store = yield* ContactStore
  const requestOf = storedRequest("contact", CreateContact)

  const kind: JobKind = {
    kind: "contact_create",
    topic: "contacts",
    run: Effect.fnUntraced(function*(job) {
      const { request, type } = yield* requestOf(job)
      const { organization_id } = yield* authorize("contacts:manage")
      const contact_id = idOfJob(job.job_id, "contact", (text) => ContactId.make(text))
      const made = yield* store.find(organization_id, contact_id)
      if (Option.isNone(made)) yield* contacts.createAs(contact_id, request)
      return { type, contact_id }
    })
  }
  return kind
})

/** `contact_create` and `contact_create_bulk`. Source: REST specification, "Jobs". */
const contactCreate = declareCommand({
  forms: [single, bulk],
  jobs: { kind: "contact_create", member: "contact", request: CreateContact, result: "contact_id" },
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

/** Commands of contacts. */
export const contactCommands = [contactCreate] as const
