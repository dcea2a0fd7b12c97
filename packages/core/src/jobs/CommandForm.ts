import { type Effect, Layer, Schema } from "effect"
import { SubmittedCommand } from "./Batch.ts"
import type { BatchCommand } from "./BatchCommand.ts"
import { bulkPayload } from "./BulkPayload.ts"
import { type BulkTemplate, bulkTemplate, type BulkTemplateOffer } from "./BulkTemplate.ts"

/** Form of a batch command, single or bulk, without the services that plan its jobs. */
export interface CommandForm<N extends string, P extends Schema.Top>
  extends Pick<BatchCommand<unknown>, "right" | "risk" | "enforcesScope">
{
  readonly name: N
  readonly payload: P
  /** Schema of the command in the body of a batch. */
  readonly sent: ReturnType<typeof sentCommand<N, P>>
  /** Bulk template for agents. */
  readonly template: BulkTemplate | undefined
}

interface Common<N extends string> extends Pick<BatchCommand<unknown>, "right" | "risk" | "enforcesScope"> {
  /** Name of the single form. */
  readonly name: N
}

/** The single form of a command: `domain_create`. */
export const singleForm = <N extends string, P extends Schema.Top>(
  common: Common<N>,
  payload: P
): CommandForm<N, P> => ({ ...common, payload, sent: sentCommand(common.name, payload), template: undefined })

/** The bulk form of a command: `domain_create_bulk`, with the payload `DomainCreateBulkPayload`. */
export const bulkForm = <N extends string, F extends Schema.Struct.Fields, I extends Schema.Top>(
  { name: single, ...common }: Common<N>,
  { instance, offer, template }: {
    readonly template: Schema.Struct<F>
    readonly instance: I
    readonly offer?: BulkTemplateOffer<F>
  }
) => {
  const name = `${single}_bulk` as const
  const payload = bulkPayload(template, instance).annotate({ identifier: `${pascalCase(name)}Payload` })
  return {
    ...common,
    name,
    payload,
    sent: sentCommand(name, payload),
    template: offer === undefined ? undefined : bulkTemplate(name, template, offer)
  } satisfies CommandForm<string, Schema.Top>
}

const sentCommand = <N extends string, P extends Schema.Top>(name: N, payload: P) =>
  Schema.Struct({
    command: Schema.Literal(name),
    version: SubmittedCommand.fields.version,
    idempotency_key: SubmittedCommand.fields.idempotency_key,
    payload
  }).annotate({ identifier: `${pascalCase(name)}Command` })

const pascalCase = (name: string): string =>
  name.split("_").map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join("")

/** Description of the jobs of one kind for the documentation. */
export interface DocumentedJobs {
  readonly kind: string
  /** Member of the job's payload that contains the request. */
  readonly member: string
  readonly request: Schema.Top
  /** Member of the job's result with the id of the object. */
  readonly result?: string
}

/** A batch command: its forms, and its jobs. */
export interface CommandDeclaration<Form extends CommandForm<string, Schema.Top>, R> {
  readonly forms: ReadonlyArray<Form>
  readonly jobs: DocumentedJobs
  /** Registers all forms and the kind of job. */
  readonly layer: Layer.Layer<never, never, R>
}

export const declareCommand = <Form extends CommandForm<string, Schema.Top>, R>(
  { forms, jobs, register }: Omit<CommandDeclaration<Form, R>, "layer"> & {
    readonly register: Effect.Effect<void, never, R>
  }
): CommandDeclaration<Form, R> => ({ forms, jobs, layer: Layer.effectDiscard(register) })
