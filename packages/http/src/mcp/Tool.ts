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

/** Refusal of arguments, with a sentence for the agent about what to change. */
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
  /** Built on first use. */
  readonly schemas: () => { readonly inputSchema: Json; readonly outputSchema: Json }
  readonly annotations: ToolAnnotations
  /** The tool of the endpoint that only reads; undefined if that endpoint does not have it. */
  readonly reading: Tool | undefined
  /** Arguments that the schema refuses, and refusals of the tool, are answers with `isError`. */
  readonly call: (input: unknown) => Effect.Effect<ToolAnswer, never, CurrentActor | ToolCall>
}

/** Declaration of a tool. */
export interface ToolDefinition<F extends Schema.Struct.Fields, A extends Schema.Struct.Fields> {
  readonly name: string
  readonly title: string
  /** Read by agents; each word costs tokens in every conversation. */
  readonly description: string
  readonly input: Schema.Struct<F>
  /** JSON Schemas of single arguments, with more detail than their schemas. */
  readonly properties?: () => Json
  readonly output: Schema.Struct<A>
  /** Default: a read. */
  readonly annotations?: ToolAnnotations
  /** True if the endpoint that only reads has it too; default for reads. The tool then refuses everything else. */
  readonly alsoReads?: boolean
  readonly run: (
    input: Schema.Struct<F>["Type"]
  ) => Effect.Effect<ToolAnswer, ToolRefusal, CurrentActor | ToolCall>
}

const readAnnotations: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true }

/** Its schemas for the list, and for the arguments of each call, are made of one. */
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
  const made = {
    name,
    title,
    description,
    annotations,
    schemas: () =>
      schemas ??= {
        inputSchema: withProperties(jsonSchemaOf(input), properties?.() ?? {}),
        outputSchema: anyResult(jsonSchemaOf(output))
      },
    call: (given: unknown) =>
      wellFormed(given ?? {}).pipe(
        Effect.flatMap(decode),
        Effect.catchTag("SchemaError", ({ issue }) => Effect.fail(refusedFor(inputIssues(issue, "body")))),
        Effect.flatMap(run),
        Effect.catch(({ message }) => Effect.succeed(refusal(message)))
      )
  } satisfies Omit<Tool, "reading">
  const reading = { ...made, annotations: readAnnotations, reading: undefined }
  return { ...made, reading: alsoReads ? reading : undefined }
}

export const answer = (content: Json): ToolAnswer => ({ _tag: "Answer", content })

export const refusal = (message: string): ToolAnswer => ({ _tag: "Answer", content: { message }, isError: true })

const refusedFor = (issues: ReadonlyArray<InputIssue>) => new ToolRefusal({ message: issueText(issues) })

const wellFormed = (given: unknown): Effect.Effect<unknown, ToolRefusal> => {
  const issues = unpairedSurrogates(given, ["body"])
  return issues.length === 0 ? Effect.succeed(given) : Effect.fail(refusedFor(issues))
}

const issueText = (issues: ReadonlyArray<InputIssue>): string =>
  [
    "The arguments do not fit the schema of the tool.",
    ...issues.map(({ loc, msg }) => `${loc.slice(1).join(".") || "arguments"}: ${msg}.`)
  ].join(" ")

/** Arguments are an object, even where there are none. */
const withProperties = (schema: Json, properties: Json): Json => ({
  ...schema,
  type: "object",
  properties: { ...schema["properties"] as Json, ...properties },
  additionalProperties: false
})

/**
 * The schema of every result of a tool. A refusal has a message in place of all else, and clients hold it against the
 * same schema, so no member is required.
 */
const anyResult = (schema: Json): Json => Struct.omit(schema, ["required"])

const jsonSchemaOf = (schema: Schema.Top): Json => {
  const { definitions, schema: root } = Schema.toJsonSchemaDocument(schema)
  // A struct without members admits lists as well; a schema of a tool has to be that of an object.
  return Predicate.hasProperty(root, "anyOf") ? { type: "object" } : conciseSchema(root, definitions) as Json
}
