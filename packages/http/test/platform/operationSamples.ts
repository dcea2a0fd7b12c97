import type { OrganizationId } from "@namewright/core/shared"
import type { Effect } from "effect"
import { readdirSync } from "node:fs"
import type { TestPlatform } from "../support/TestPlatform.ts"

/** Part of a request that its operation accepts. */
export interface OperationSample {
  /** With a question mark. */
  readonly query?: string
  readonly body?: unknown
}

/** Samples by operation. Operations without body and required query need none. */
export type OperationSamples = Readonly<Record<string, OperationSample>>

/** Creates an object of an organization for each of a slice's path parameters; the names are those of the parameters. */
export type MakeHeldObjects = (
  organization: OrganizationId
) => Effect.Effect<Readonly<Record<string, string>>, never, TestPlatform>

/** What `test/SLICE/samples.ts` exports. */
interface SliceSamples {
  readonly samples: OperationSamples
  readonly makeHeldObjects?: MakeHeldObjects
}

const root = new URL("..", import.meta.url)
const files = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(new URL(name, root)).includes("samples.ts") ? [`../${name}/samples.ts`] : [])

const slices: ReadonlyArray<SliceSamples> = await Promise.all(
  files.map((file) => import(new URL(file, import.meta.url).pathname))
)

/** The samples of every slice. */
export const operationSamples: OperationSamples = Object.assign({}, ...slices.map(({ samples }) => samples))

export const makersOfHeldObjects = slices.flatMap(({ makeHeldObjects }) => makeHeldObjects ?? [])
