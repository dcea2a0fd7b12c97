import { agentKeyIssues, agentUserIssues, CreateUser, NewApiKey } from "@namewright/core/access"
import { agentOrganizationIssues, NewOrganization } from "@namewright/core/organizations"
import { type InputIssue, Instant } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import type { OperationInput } from "./OperationCalls.ts"
import type { Operation } from "./OperationCatalog.ts"

const decodeKey = Schema.decodeUnknownOption(NewApiKey)
const decodeOrganization = Schema.decodeUnknownOption(NewOrganization)
const decodeUser = Schema.decodeUnknownOption(CreateUser)

/** Problems of operations that a program calls, by the rules of their services. */
const issuesOf: Readonly<
  Record<string, (body: unknown, now: Instant.Instant) => Option.Option<ReadonlyArray<InputIssue>>>
> = {
  createOrganization: (body) => Option.map(decodeOrganization(body), agentOrganizationIssues),
  createCredential: (body, now) => Option.map(decodeKey(body), (key) => agentKeyIssues(key, now)),
  createUser: (body) => Option.map(decodeUser(body), (user) => agentUserIssues(user))
}

/** Problems that the operation has only with programs, found before anybody is asked; none in bodies that no schema takes. */
export const agentIssues = (
  { operationId }: Operation,
  { body }: OperationInput
): Effect.Effect<ReadonlyArray<InputIssue>> =>
  Effect.map(
    Instant.now,
    (now) => Option.getOrElse(issuesOf[operationId]?.(body, now) ?? Option.none(), () => [])
  )
