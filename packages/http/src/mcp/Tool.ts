import { type CurrentActor, type InputIssue, inputIssues } from "@namewright/core/shared"
import { Effect, Predicate, Schema, Struct } from "effect"
import { conciseSchema } from "./conciseSchema.ts"
import type { ToolCall } from "./ToolCall.ts"
import { unpairedSurrogates } from "./unpairedSurrogates.ts"

export type Json = Readonly<Record<string, unknown>>

/** Result of a tool: an object for the agent, or a question to its user. */
export type ToolAnswer =
  | { readonly _tag: "Answer"; readonly content: Json; readonly isError?: boolean }
  | { readonly _tag: "AskApproval"; readonly message: string; readonly requestState: string }

/** Refusal of arguments. The message describes the correction for the agent. */
export class ToolRefusal extends Schema.TaggedError<ToolRefusal>()("ToolRefusal", { message: Schema.String }) {}

/** Hints for the client about a tool, before a call. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  /** Namewright's own: calls can change who has access. */
  readonly grantsAccessHint?: boolean
}

/** A tool of the endpoint. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON Schemas, built on first use. */
  readonly schemas: () => { readonly inputSchema: Json; readonly outputSchema: Json }
  readonly annotations: ToolAnnotations
  /** Variant for the read-only endpoint; undefined if that endpoint does not have the tool. */
  readonly reading: Tool | undefined
  /** Calls the tool. Refusals, including those by the schema, are answers with `isError`. */
  readonly call: (input: unknown) => Effect.Effect<ToolAnswer, never, CurrentActor | ToolCall>
}

/** Declaration of a tool. */
export interface ToolDefinition<F extends Schema.Struct.Fields, A extends Schema.Struct.Fields> {
  readonly name: string
  readonly title: string
  /** Description for agents; each word costs tokens in every conversation. */
  readonly description: string
  readonly input: Schema.Struct<F>
  /** JSON Schemas of single arguments that are more detailed than the generated ones. */
  readonly properties?: () => Json
  readonly output: Schema.Struct<A>
  /** Hints. Default: those of a read. */
  readonly annotations?: ToolAnnotations
  /** True if the read-only endpoint has the tool too, which then refuses writes. Default: true for reads. */
  readonly alsoReads?: boolean
  readonly run: (
    input: Schema.Struct<F>["Type"]
  ) => Effect.Effect<ToolAnswer, ToolRefusal, CurrentActor | ToolCall>
}

const readAnnotations: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true }

/** Builds a tool. The schemas for the list and the decoder of calls come from the same definition. */
export const tool = <F extends Schema.Struct.Fields, A extends Schema.Struct.Fields>(
  {
    annotations = readAnnotations,
    alsoReads = annotations.readOnlyHint,
    description,
    input,
    name,
    output,
    properties,
    run,
    title
  }: ToolDefinition<F, A>
): Tool => {
  const decode = Schema.decodeUnknownEffect(
    input as unknown as Schema.Codec<Schema.Struct<F>["Type"]>,
    { errors: "all", onExcessProperty: "error" }
  )
  let schemas: ReturnType<Tool["schemas"]> | undefined
  const all = {
    name,
    title,
    description,
    annotations,
    schemas: () =>
      schemas ??= {
        inputSchema: withProperties(jsonSchemaOf(input), properties?.() ?? {}),
        outputSchema: anyResult(jsonSchemaOf(output))
      },
    call: (args: unknown) =>
      wellFormed(args ?? {}).pipe(
        Effect.flatMap(decode),
        Effect.catchTag("SchemaError", ({ issue }) => Effect.fail(refusedFor(inputIssues(issue, "body")))),
        Effect.flatMap(run),
        Effect.catch(({ message }) => Effect.succeed(refusal(message)))
      )
  } satisfies Omit<Tool, "reading">
  const reading = { ...all, annotations: readAnnotations, reading: undefined }
  return { ...all, reading: alsoReads ? reading : undefined }
}

export const answer = (content: Json): ToolAnswer => ({ _tag: "Answer", content })

export const refusal = (message: string): ToolAnswer => ({ _tag: "Answer", content: { message }, isError: true })

const refusedFor = (issues: ReadonlyArray<InputIssue>) => new ToolRefusal({ message: issueText(issues) })

const wellFormed = (input: unknown): Effect.Effect<unknown, ToolRefusal> => {
  const issues = unpairedSurrogates(input, ["body"])
  return issues.length === 0 ? Effect.succeed(input) : Effect.fail(refusedFor(issues))
}

const issueText = (issues: ReadonlyArray<InputIssue>): string =>
  [
    "The arguments do not match the schema of the tool.",
    ...issues.map(({ loc, msg }) => `${loc.slice(1).join(".") || "arguments"}: ${msg}.`)
  ].join(" ")

/** Schema of arguments, which are an object even without members. */
const withProperties = (schema: Json, properties: Json): Json => ({
  ...schema,
  type: "object",
  properties: { ...schema["properties"] as Json, ...properties },
  additionalProperties: false
})

/**
 * Schema of all results of a tool. A refusal has only a message, and clients validate it with the same schema, so no
 * member is required.
 */
const anyResult = (schema: Json): Json => Struct.omit(schema, ["required"])

const jsonSchemaOf = (schema: Schema.Top): Json => {
  const { definitions, schema: root } = Schema.toJsonSchemaDocument(schema)
  // A struct without members also admits lists, but a tool's schema must be that of an object.
  return Predicate.hasProperty(root, "anyOf") ? { type: "object" } : conciseSchema(root, definitions) as Json
}
