import type { OrganizationId } from "@namewright/core/shared"
import type { Effect } from "effect"
import { readdirSync } from "node:fs"
import type { TestPlatform } from "../support/TestPlatform.ts"

/** Part of a request that its operation accepts. */
export interface OperationSample {
  /** Query, with its question mark. */
  readonly query?: string
  readonly body?: unknown
}

/** Samples by operation. Operations without body and required query need none. */
export type OperationSamples = Readonly<Record<string, OperationSample>>

/** Creates an organization's object for each path parameter of a slice, and returns their ids by parameter. */
export type MakeOwnedObjects = (
  organization: OrganizationId
) => Effect.Effect<Readonly<Record<string, string>>, never, TestPlatform>

/** Exports of `test/SLICE/samples.ts`. */
interface SliceSamples {
  readonly samples: OperationSamples
  readonly makeOwnedObjects?: MakeOwnedObjects
}

const root = new URL("..", import.meta.url)
const files = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(new URL(name, root)).includes("samples.ts") ? [`../${name}/samples.ts`] : [])

const slices: ReadonlyArray<SliceSamples> = await Promise.all(
  files.map((file) => import(new URL(file, import.meta.url).pathname))
)

/** Samples of all slices. */
export const operationSamples: OperationSamples = Object.assign({}, ...slices.map(({ samples }) => samples))

export const ownedObjectMakers = slices.flatMap(({ makeOwnedObjects }) => makeOwnedObjects ?? [])
